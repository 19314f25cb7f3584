// SPDX-License-Identifier: Apache-2.0
//
// Readers hold a read-write lock together, a writer alone; the try variants tell.
//
// HEDDLE: strategy=dfs verdict=clean executions=3858
// MODEL: rwlock.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&lock);
  int before = x;
  int after = x;
  pthread_rwlock_unlock(&lock);
  assert(before == after);
  return unused;
}

static void* writer(void* unused) {
  pthread_rwlock_wrlock(&lock);
  x = 1;
  pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_trywrlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
