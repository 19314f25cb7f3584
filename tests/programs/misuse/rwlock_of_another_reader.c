// SPDX-License-Identifier: Apache-2.0
//
// A read-write lock is given back by a thread that does not hold it, while another one does or does not.
//
// HEDDLE: strategy=default verdict=finding kind=assertion message="unlock of a read-write lock that the thread does not hold" races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="unlock of a read-write lock that the thread does not hold" races=some
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int seen;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);  // so often as one likes
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* other(void* unused) {
  __atomic_store_n(&seen, 1, __ATOMIC_SEQ_CST);
  pthread_rwlock_unlock(&lock);  // FINDING
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  __atomic_store_n(&seen, 2, __ATOMIC_SEQ_CST);
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], NULL);
  return 0;
}
