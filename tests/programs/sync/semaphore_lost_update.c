// SPDX-License-Identifier: Apache-2.0
//
// The semaphore lets two threads in where only one may be.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=923 races=some
// MODEL: semaphore_lost_update.model
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t guard;
int sum;

static void* work(void* unused) {
  sem_wait(&guard);
  sum++;
  sem_post(&guard);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&guard, 0, 2);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(sum == 2);  // FINDING
  return 0;
}
