// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// Bits of a racy word say what the next thread runs, and with what.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, window, begun;

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static void* low(void* argument) {
  begun = 1;
  if (window) begun = 2 + (int)(long)argument;
  return 0;
}

static void* high(void* argument) {
  begun = 1;
  if (window) begun = 16 * (2 + (int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  const int mask = x + 2 * x;
  pthread_create(&other, 0, mask & 2 ? high : low, (void*)(long)(mask & 1));
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  assert(begun != 16 * 3);  // FINDING
  return 0;
}
