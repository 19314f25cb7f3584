// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that is not understood: nobody sees what it does to x. Nothing is found, and nothing is proved.
//
// HEDDLE: strategy=default verdict=incomplete output="assembly_executed.c:13 is not seen"
// HEDDLE: strategy=dfs verdict=incomplete output="inline assembly at"
#include <assert.h>
#include <pthread.h>

static int x = 2;

static void* halve(void* unused) {
  __asm__ volatile("sarl $1, %0" : "+m"(x) : : "cc");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, halve, 0);
  pthread_join(thread, 0);
}
