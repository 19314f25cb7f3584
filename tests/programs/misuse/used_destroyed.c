// SPDX-License-Identifier: Apache-2.0
//
// Destroyed before the other thread uses it, or afterwards: both have to be found, with each kind of object.
//
// HEDDLE: strategy=default verdict=finding kind=assertion options=--keep-going output="use of a mutex that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DTRY options=--keep-going output="use of a mutex that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DAGAIN options=--keep-going output="use of a mutex that was destroyed" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DREADS options=--keep-going output="use of a read-write lock that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DWRITES options=--keep-going output="use of a read-write lock that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DSPINS options=--keep-going output="use of a spin lock that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DSIGNALS options=--keep-going output="use of a condition variable that was destroyed" output="assertion failed: 0" output="all interleavings were explored"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going output="use of a mutex that was destroyed" output="assertion failed: 0"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;

static void* user(void* unused) {
#if defined READS
  pthread_rwlock_tryrdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#elif defined WRITES
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#elif defined SPINS
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
#elif defined SIGNALS
  pthread_cond_broadcast(&condition);
#elif defined TRY
  if (pthread_mutex_trylock(&mutex) == 0) pthread_mutex_unlock(&mutex);
#elif defined AGAIN  // in every interleaving one of them comes too late
  pthread_mutex_destroy(&mutex);
#else
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  pthread_mutex_destroy(&mutex);
  pthread_rwlock_destroy(&rwlock);
  pthread_spin_destroy(&spin);
  pthread_cond_destroy(&condition);
  pthread_join(thread, NULL);
  assert(0);
}
