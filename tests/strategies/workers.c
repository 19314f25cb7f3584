// SPDX-License-Identifier: Apache-2.0
//
// For check_policies: three threads that share memory, a mutex and a condition variable; nobody spins or yields.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;
int guarded, ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* work(void* shared) {
  atomic_int* mine = shared;
  for (int round = 0; round < 5; ++round) atomic_fetch_add(mine, atomic_load(&x));
  pthread_mutex_lock(&mutex);
  ++guarded;
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void* wait_for_work(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, work, &x);
  pthread_create(&threads[1], NULL, work, &y);
  pthread_create(&threads[2], NULL, wait_for_work, NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
