// SPDX-License-Identifier: Apache-2.0
//
// A frame of ten megabytes on a stack that the thread has asked for. The next execution finds the stack empty, also where
// a large array was used in part only.
//
// HEDDLE: strategy=dfs verdict=clean executions=4
// HEDDLE: strategy=random options=--paranoid,1,--max-executions=100 verdict=incomplete
// MODEL: large_stack.model
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

static void* use_ten_megabytes(void* distance) {
  volatile char frame[10 << 20];
  size_t step = (size_t)distance;  // unknown to the compiler, which would make two variables of it
  for (size_t at = 0; at < sizeof frame; at += step) {
    if (frame[at] != 0) exit(1);
    frame[at] = 1;
  }
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t size = 0;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, 16 << 20) != 0) return 2;
  pthread_create(&thread, &attributes, use_ten_megabytes, (void*)(5 << 20));
  pthread_attr_t of_thread;
  pthread_getattr_np(thread, &of_thread);
  pthread_attr_getstacksize(&of_thread, &size);
  if (size != 16 << 20) return 3;
  sched_yield();
  sched_yield();
  pthread_join(thread, NULL);
  return 0;
}
