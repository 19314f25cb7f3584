// SPDX-License-Identifier: Apache-2.0
//
// A semaphore hands a value over and another one keeps two threads apart.
//
// HEDDLE: strategy=dfs verdict=clean executions=1489
// MODEL: semaphore.model
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t full, guard;
int x, sum;

static void* producer(void* unused) {
  x = 7;
  sem_post(&full);
  sem_wait(&guard);
  sum++;
  sem_post(&guard);
  return unused;
}

static void* consumer(void* unused) {
  sem_wait(&full);
  assert(x == 7);
  sem_wait(&guard);
  sum++;
  sem_post(&guard);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&full, 0, 0);
  sem_init(&guard, 0, 1);
  pthread_create(&one, NULL, producer, NULL);
  pthread_create(&two, NULL, consumer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(sum == 2);
  sem_destroy(&full);
  sem_destroy(&guard);
  return 0;
}
