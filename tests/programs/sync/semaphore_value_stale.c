// SPDX-License-Identifier: Apache-2.0
//
// Two threads see that one piece is left and both take it: what sem_getvalue said is old news.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="blocked on semaphore left"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=10
// MODEL: semaphore_value_stale.model
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t left;

static void* work(void* unused) {
  int value;
  sem_getvalue(&left, &value);
  if (value > 0) sem_wait(&left);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&left, 0, 1);
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
