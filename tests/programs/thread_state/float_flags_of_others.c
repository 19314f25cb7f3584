// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean flags=-lm
// HEDDLE: strategy=exact verdict=clean flags=-lm without=fit
// What others compute leaves no flag here, neither in the x87 unit nor in SSE.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static volatile long double one = 1, three = 3, third;
static volatile double two = 2, zero, large;

static void* computes(void* unused) {
  (void)unused;
  a = 1;
  third = one / three;
  large = two / zero;
  a = 2;
  assert(fetestexcept(FE_DIVBYZERO) != 0 && fetestexcept(FE_INEXACT) != 0);
  return 0;
}

static void* watches(void* unused) {
  (void)unused;
  b = a;
  assert(fetestexcept(FE_ALL_EXCEPT) == 0);
  b = a;
  assert(fetestexcept(FE_ALL_EXCEPT) == 0);
  return 0;
}

int main(void) {
  pthread_t one_of, other;
  pthread_create(&one_of, 0, computes, 0);
  pthread_create(&other, 0, watches, 0);
  pthread_join(one_of, 0);
  pthread_join(other, 0);
  return 0;
}
