// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-lm,-frounding-math
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm,-frounding-math
// A thread takes over its creator's rounding mode, which depends on a race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <fenv.h>

static atomic_int x, window, begun;
static volatile double third = 3;

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static void* divides(void* unused) {
  (void)unused;
  begun = 1;
  if (window) {
    begun = 2;
    assert(1 / third < 0.33333333333333334);  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  fesetround(x ? FE_UPWARD : FE_TONEAREST);
  pthread_create(&other, 0, divides, 0);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
