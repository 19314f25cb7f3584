// SPDX-License-Identifier: Apache-2.0
//
// The prefix makes it one operation, wherever it stands.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean executions=3
// MODEL: locked_increment.model
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int x;

static void* work(void* unused) {
  __asm__ volatile("lock incl %0" : "+m"(x) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  __asm__ volatile("lock; addl $1, %0" : "=m"(x) : : "memory");
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
