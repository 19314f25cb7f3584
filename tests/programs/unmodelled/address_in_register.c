// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that says nothing of the memory which it reaches by an address in a register.
//
// HEDDLE: strategy=default verdict=incomplete output="address_in_register.c:15 is not seen"
// HEDDLE: strategy=dfs verdict=incomplete output="address_in_register.c:15 is not seen"
#include <assert.h>
#include <pthread.h>

static int shared = 2;

static void* halve(void* unused) {
  double number = -1;
  __asm__("fabs" : "=t"(number) : "0"(number));  // registers of the x87 are no memory
  __asm__ volatile("sarl $1, (%0)" : : "r"(&shared));
  return number == 1 ? 0 : unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, halve, 0);
  pthread_join(thread, 0);
}
