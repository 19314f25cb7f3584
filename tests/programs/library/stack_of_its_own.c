// SPDX-License-Identifier: Apache-2.0
//
// A thread that is to run on memory of the program is refused: it would run elsewhere.
//
// HEDDLE: strategy=default verdict=unsupported output="a stack of the program's own"
// HEDDLE: strategy=default verdict=clean flags=-DONLY_SIZE
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static char stack[1 << 20] __attribute__((aligned(4096)));

static void* runs(void* unused) { return unused; }

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  assert(pthread_attr_init(&attributes) == 0);
#ifdef ONLY_SIZE
  assert(pthread_attr_setstacksize(&attributes, sizeof stack) == 0);
#else
  assert(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
#endif
  pthread_create(&thread, &attributes, runs, 0);
  pthread_join(thread, 0);
  return 0;
}
