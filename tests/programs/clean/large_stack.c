// SPDX-License-Identifier: Apache-2.0
//
// A frame of ten megabytes on a stack that the thread has asked for. The next execution finds the stack empty, also where
// a large array was used in part only.
//
// HEDDLE: strategy=dfs verdict=clean executions=3
// HEDDLE: strategy=random options=--paranoid,1,--max-executions=100 verdict=incomplete
// MODEL: large_stack.model
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

static void* use_ten_megabytes(void* unused) {
  volatile char frame[10 << 20];
  if (frame[0] != 0 || frame[sizeof frame / 2] != 0) exit(1);
  frame[0] = frame[sizeof frame / 2] = 1;
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t size = 0;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, 16 << 20) != 0) return 2;
  pthread_create(&thread, &attributes, use_ten_megabytes, NULL);
  pthread_attr_t of_thread;
  pthread_getattr_np(thread, &of_thread);
  pthread_attr_getstacksize(&of_thread, &size);
  if (size != 16 << 20) return 3;
  sched_yield();
  sched_yield();
  pthread_join(thread, NULL);
  return 0;
}
