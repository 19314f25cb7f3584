// SPDX-License-Identifier: Apache-2.0
//
// A POSIX semaphore is not modelled: it is named where it is set up, and the program does not hang.
//
// HEDDLE: strategy=random verdict=unsupported output=sem_init
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
  sem_init(&semaphore, 0, 0);  // UNSUPPORTED
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
