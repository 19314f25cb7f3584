// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// A thread that creates a thread with what it has read, which does the same.
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

static void* deeper(void* argument) {
  const long depth = (long)argument;
  begun = 1;
  if (depth > 1 && window) {
    begun = 2;
    assert(depth != 3);  // FINDING
  }
  if (depth > 1) return 0;
  pthread_t child;
  pthread_create(&child, 0, deeper, (void*)(depth + 1 + x));
  pthread_join(child, 0);
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_create(&other, 0, deeper, (void*)1);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
