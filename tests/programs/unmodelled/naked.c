// SPDX-License-Identifier: Apache-2.0
//
// A function whose body is assembly, called by name and by pointer.
//
// HEDDLE: strategy=default verdict=incomplete output="store() at" output="naked.c:14"
// HEDDLE: strategy=default verdict=incomplete flags=-DBY_POINTER output="a function called by pointer at" output="naked.c:16"
#include <pthread.h>

static int shared;
__attribute__((naked)) static void store(int* to) { __asm__("movl $1, (%rdi)\n ret"); }

static void* work(void* unused) {
#ifndef BY_POINTER
  store(&shared);
#else
  void (*volatile chosen)(int*) = store; chosen(&shared);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
