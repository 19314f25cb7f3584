// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-frounding-math
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-frounding-math
// The x87 unit has a control word of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;
static volatile long double one = 1, three = 3;
static long double third;

static void round_to_zero(void) {
  unsigned short control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  control |= 0xc00;
  __asm__ volatile("fldcw %0" ::"m"(control));
}

static void* watches(void* unused) {
  (void)unused;
  if (a) round_to_zero();
  b = 1;
  if (c) {
    d = 2;
    assert(one / three == third);  // FINDING
  }
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  c = 1;
  c = 0;
  return 0;
}

int main(void) {
  third = one / three;
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
