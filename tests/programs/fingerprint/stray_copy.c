// SPDX-License-Identifier: Apache-2.0
//
// The position is small whenever it is used, but another value stands there before: tried out, it must not lead a write of
// a structure into the array of the next thread.
//
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  int part[4];
} Row;
// Stacks lie 128 MB apart, less some 300 bytes that differ from thread to thread.
enum { kFar = (128 << 20) / sizeof(Row) - 18 };
static atomic_int position, ready, x, z;
static __attribute__((noinline)) void work(long id) {
  Row rows[4] = {0};
  int* own = rows[0].part;
  for (int round = 0; round < 3; round++) {
    if (id == 0 && ready) {
      int i = position;
      rows[i] = (Row){{1, 1, 1, 1}};
    }
    x = x * 3 + 1 + id;
  }
  int q = x & 7, sum = 0;
  z = q;
  for (int k = 0; k < 16; k++) sum += own[(k + q) & 15];
  if (id != 0) assert(sum == 0);
}

static void* worker(void* id) {
  work((long)id);
  return NULL;
}

static void* writer(void* unused) {
  (void)unused;
  position = kFar;
  for (int i = 0; i < 3; i++) position = i;
  ready = 1;
  for (int i = 2; i >= 0; i--) position = i;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, worker, (void*)0);
  pthread_create(&threads[1], NULL, worker, (void*)1);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
