// SPDX-License-Identifier: Apache-2.0
//
// A condition wait gives a recursive mutex up by one level only: taken twice, it stays locked and nobody can signal.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=6
// MODEL: recursive_wait.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);  // FINDING
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
