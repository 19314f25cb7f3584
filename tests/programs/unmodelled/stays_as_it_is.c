// SPDX-License-Identifier: Apache-2.0
//
// A function that the program keeps from being instrumented.
//
// HEDDLE: strategy=default verdict=incomplete output="hidden() at"
#include <pthread.h>

static int x;

__attribute__((disable_sanitizer_instrumentation, noinline)) static void hidden(void) { x = x + 1; }

static void* work(void* unused) {
  hidden();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  hidden();
  pthread_join(thread, 0);
}
