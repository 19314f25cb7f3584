// SPDX-License-Identifier: Apache-2.0
//
// What was destroyed may be initialised again, by a call or by what is stored over it, and is as good as new.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DTOO_LATE options=--keep-going output="use of a mutex that was destroyed" output="use of a read-write lock that was destroyed" output="use of a spin lock that was destroyed"
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  pthread_spin_lock(&spin);
  ++sum;
  pthread_spin_unlock(&spin);
  pthread_rwlock_unlock(&rwlock);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void destroy(void) {
  pthread_mutex_destroy(&mutex);
  pthread_rwlock_destroy(&rwlock);
  pthread_cond_destroy(&condition);
  pthread_spin_destroy(&spin);
}

int main(void) {
  pthread_t one, two;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  destroy();
  pthread_mutex_init(&mutex, NULL);
  pthread_rwlock_init(&rwlock, NULL);
  pthread_cond_init(&condition, NULL);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&one, NULL, add, NULL);
  pthread_join(one, NULL);
  destroy();
#ifdef TOO_LATE
  pthread_create(&one, NULL, add, NULL);
#endif
  const pthread_mutex_t new_mutex = PTHREAD_MUTEX_INITIALIZER;
  const pthread_rwlock_t new_rwlock = PTHREAD_RWLOCK_INITIALIZER;
  const pthread_cond_t new_condition = PTHREAD_COND_INITIALIZER;
  mutex = new_mutex;
  memcpy(&rwlock, &new_rwlock, sizeof rwlock);
  condition = new_condition;
  spin = 0;
#ifndef TOO_LATE
  pthread_create(&one, NULL, add, NULL);
#endif
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(sum == 3);
  destroy();
  return 0;
}
