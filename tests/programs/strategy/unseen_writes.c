// SPDX-License-Identifier: Apache-2.0
//
// A function of a library that Heddle does not know from inside writes to shared memory: exact cannot say where the
// value comes from, and more interleavings than dfs tries are left.
//
// HEDDLE: strategy=default verdict=incomplete flags=-lm output="the model does not fit" output="more than 100000" output="random executions" output="this is not a proof"
#include <assert.h>
#include <math.h>
#include <pthread.h>

enum { kWorkers = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double number = 1;
static int exponent;

static void* double_it(void* unused) {
  pthread_mutex_lock(&mutex);
  number *= 2;
  frexp(number, &exponent);
  assert(exponent >= 2);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t workers[kWorkers];
  for (int i = 0; i < kWorkers; i++) pthread_create(&workers[i], 0, double_it, 0);
  for (int i = 0; i < kWorkers; i++) pthread_join(workers[i], 0);
  return 0;
}
