// SPDX-License-Identifier: Apache-2.0
//
// A thread fence is an operation, a signal fence is none.
//
// HEDDLE: strategy=dfs verdict=clean executions=461
// MODEL: fence.model
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Atomic int x, y;
int first, second;
static void* thread_one(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  first = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void* thread_two(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  second = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, thread_one, NULL);
  pthread_create(&two, NULL, thread_two, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(first == 1 || second == 1);
  return 0;
}
