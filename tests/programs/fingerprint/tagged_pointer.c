// SPDX-License-Identifier: Apache-2.0
//
// A pointer whose highest bit is a tag, and an index.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <stdint.h>
#include <pthread.h>
#include <stdatomic.h>

static char table[200];
static char* _Atomic head = table;
static atomic_uint place = 1;
static atomic_int go;

static void* reader(void* unused) {
  (void)unused;
  uintptr_t tagged = (uintptr_t)head;
  unsigned index = place;
  if (go) assert((tagged >> 56) * index < 1000);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  head = (char*)((uintptr_t)table | (uintptr_t)1 << 63);
  head = table;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  place = 129;
  place = 1;
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
