// SPDX-License-Identifier: Apache-2.0
//
// Threads that can take each other's place: what one of them shows needs no other to show it again. With a lock, every
// order is like the first; without, two executions tell all.
//
// HEDDLE: strategy=exact verdict=clean executions=1 flags=-DLOCKED,-DN=40
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DN=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* add(void* unused) {
  (void)unused;
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  int seen = sum;
  sum = seen + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(sum == N);  // FINDING
  return 0;
}
