// SPDX-License-Identifier: Apache-2.0
//
// What is not understood is not seen, and said so: no claim is made about the lost update.
//
// HEDDLE: strategy=default verdict=incomplete "output=inline assembly may access memory"
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int x = 1;

static void* work(void* unused) {
  __asm__ volatile("roll $1, %0" : "+m"(x) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
