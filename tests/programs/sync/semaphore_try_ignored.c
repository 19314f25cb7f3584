// SPDX-License-Identifier: Apache-2.0
//
// Nobody looks whether there was something to take.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=17 races=some
// MODEL: semaphore_try_ignored.model
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t full;
int x;

static void* work(void* unused) {
  x = 7;
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_trywait(&full);
  assert(x == 7);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
