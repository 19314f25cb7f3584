// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that is never executed takes nothing away.
//
// HEDDLE: strategy=default verdict=clean without="is not seen"
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <pthread.h>

static int x = 2;

static void* halve(void* wanted) {
  if (wanted != 0) __asm__ volatile("sarl $1, %0" : "+m"(x) : : "cc");
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, halve, 0);
  pthread_join(thread, 0);
  assert(x == 2);
}
