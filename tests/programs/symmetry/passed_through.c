// SPDX-License-Identifier: Apache-2.0
//
// A routine like those of threads, called through a pointer with an own address. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int came;
static _Thread_local char own;
static void* parity(void* address) { return (void*)((uintptr_t)address >> 18 & 1); }
static void* (*volatile called)(void*) = parity;

static void* work(void* unused) {
  (void)unused;
  if (atomic_fetch_add(&came, 1) == 1) assert(called(&own) == NULL);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
