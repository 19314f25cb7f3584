// SPDX-License-Identifier: Apache-2.0
//
// A condition variable is destroyed as soon as its only waiter has been woken.
//
// HEDDLE: strategy=dfs verdict=clean executions=5
// MODEL: cond_destroy.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
int ready;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_cond_destroy(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_cond_init(&changed, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
