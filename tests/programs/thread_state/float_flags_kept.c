// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-lm
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm
// One flag, saved and set.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;
static fexcept_t flag;

static void* watches(void* unused) {
  (void)unused;
  if (a) fesetexceptflag(&flag, FE_OVERFLOW);
  b = 1;
  if (c) {
    d = 2;
    assert(fetestexcept(FE_OVERFLOW) == 0);  // FINDING
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
  feraiseexcept(FE_OVERFLOW);
  fegetexceptflag(&flag, FE_OVERFLOW);
  feclearexcept(FE_ALL_EXCEPT);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
