// SPDX-License-Identifier: Apache-2.0
//
// A word of flags, the highest of which is set, and a length beside it, both kept across a call.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned long flags = 1;
static atomic_uint length = 16;
static atomic_int go;

static __attribute__((noinline)) int may_go(void) { return go; }

static void* reader(void* unused) {
  (void)unused;
  unsigned long seen = flags;
  unsigned bytes = length;
  if (may_go()) assert((seen >> 60) * bytes < 1000);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  flags = 1UL << 63 | 1;
  flags = 1;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  length = 16 + 128;
  length = 16;
  go = 1;
  go = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, first_writer, NULL);
  pthread_create(&threads[2], NULL, second_writer, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
