// SPDX-License-Identifier: Apache-2.0
//
// A named semaphore belongs to several processes: it is named where it is opened, and the program does not hang.
//
// HEDDLE: strategy=random verdict=unsupported output="sem_open: named semaphores"
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_t* semaphore = sem_open("/heddle_test", O_CREAT, 0600, 0);  // UNSUPPORTED
  sem_wait(semaphore);
  return 0;
}
