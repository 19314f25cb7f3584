// SPDX-License-Identifier: Apache-2.0
//
// An integer of 128 bits, whose bits 63 and 71 change.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned long long low = 3, high = 4;
static atomic_int go;

static void* reader(void* unused) {
  (void)unused;
  unsigned __int128 x = low;
  x |= (unsigned __int128)high << 64;
  if (go) assert(x % 1000003 != (((unsigned __int128)132 << 64) | 1ULL << 63 | 3) % 1000003);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  low = 1ULL << 63 | 3;
  low = 3;
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  high = 132;
  high = 4;
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
