// SPDX-License-Identifier: Apache-2.0
//
// Two semaphores taken in opposite orders.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="blocked on semaphore right"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock options=--keep-going executions=14
// MODEL: semaphore_deadlock.model
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t left, right;

static void* work(void* unused) {
  sem_wait(&right);
  sem_wait(&left);  // FINDING
  sem_post(&left);
  sem_post(&right);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&left, 0, 1);
  sem_init(&right, 0, 1);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&left);
  sem_wait(&right);  // FINDING
  sem_post(&right);
  sem_post(&left);
  pthread_join(thread, NULL);
  return 0;
}
