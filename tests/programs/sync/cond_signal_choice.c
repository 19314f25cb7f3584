// SPDX-License-Identifier: Apache-2.0
//
// With two waiters a signal has two ways to go. Each of the two signals is sent only if someone waits for it, so
// nobody is left behind.
//
// HEDDLE: strategy=dfs verdict=clean executions=2991
// MODEL: cond_signal_choice.model
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int waiting;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  int count = waiting;
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < count; ++i) pthread_cond_signal(&condition);
  if (count == 2) {
    pthread_join(one, NULL);
    pthread_join(two, NULL);
  }
  return 0;
}
