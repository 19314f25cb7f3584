// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-lm,-frounding-math
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm,-frounding-math
// A created thread rounds as its creator does.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b, c, d;
static volatile double one = 1, three = 3;

static void* divides(void* unused) {
  (void)unused;
  return one / three < 0.33333333333333334 ? NULL : (void*)1;
}

static int is_usual(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, 0, divides, 0);
  pthread_join(thread, &result);
  return result == NULL;
}

static void* watches(void* unused) {
  (void)unused;
  if (a) fesetround(FE_UPWARD);
  b = 1;
  if (c) {
    d = 2;
    assert(is_usual());  // FINDING
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
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
