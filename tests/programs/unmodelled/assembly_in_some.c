// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that one interleaving in many comes to.
//
// HEDDLE: strategy=default verdict=incomplete output="assembly_in_some.c:12 is not seen"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, x;

static void* look(void* unused) {
  if (a == 1 && b == 1 && a == 0) __asm__ volatile("sarl $1, %0" : "+m"(*(int*)&x) : : "cc");
  return unused;
}

static void* change(void* unused) {
  a = 1;
  b = 1;
  a = 0;
  b = 0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, look, 0);
  pthread_create(&threads[1], 0, change, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
