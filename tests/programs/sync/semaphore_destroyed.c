// SPDX-License-Identifier: Apache-2.0
//
// The waiter destroys the semaphore while the other thread still means to post it again.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="use of a semaphore that was destroyed"
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=3
// MODEL: semaphore_destroyed.model
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t done;

static void* work(void* unused) {
  sem_post(&done);
  sem_post(&done);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&done);
  sem_destroy(&done);
  pthread_join(thread, NULL);
  return 0;
}
