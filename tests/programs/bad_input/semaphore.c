// SPDX-License-Identifier: Apache-2.0
//
// A POSIX semaphore that would block and is not modelled must be named, never hang.
//
// HEDDLE: strategy=random verdict=unsupported output=sem_wait
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t semaphore;

static void* work(void* unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&semaphore);  // UNSUPPORTED
  pthread_join(thread, NULL);
  return 0;
}
