// SPDX-License-Identifier: Apache-2.0
//
// Each thread writes its own variable and reads the other's. Under sequential consistency one of them sees the other's write, with
// or without the fence; the fence is an operation.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean executions=923
// HEDDLE: strategy=default verdict=clean flags=-DNO_FENCE
// MODEL: store_buffering.model
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int x, y, seen_x, seen_y;

#ifdef NO_FENCE
#define FENCE
#else
#define FENCE __asm__ volatile("mfence" : : : "memory");
#endif

static void* first(void* unused) {
  __asm__ volatile("movl $1, %0" : "=m"(x) : : "memory");
  FENCE
  __asm__ volatile("movl %1, %0" : "=r"(seen_y) : "m"(y) : "memory");
  return unused;
}

static void* second(void* unused) {
  __asm__ volatile("movl $1, %0" : "=m"(y) : : "memory");
  FENCE
  __asm__ volatile("movl %1, %0" : "=r"(seen_x) : "m"(x) : "memory");
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(seen_x == 1 || seen_y == 1);
  return 0;
}
