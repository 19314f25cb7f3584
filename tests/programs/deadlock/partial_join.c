// SPDX-License-Identifier: Apache-2.0
//
// A thread holds what another one waits for and waits for that one's end, and main leaves them there.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* reads(void* unused) {
  pthread_rwlock_rdlock(&lock);  // FINDING
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* writes(void* unused) {
  pthread_t reader;
  pthread_rwlock_wrlock(&lock);
  pthread_create(&reader, NULL, reads, NULL);
  pthread_join(reader, NULL);  // FINDING
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, writes, NULL);
  pthread_detach(writer);
  return 0;
}
