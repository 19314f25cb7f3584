// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// The argument of a thread is what another one has left so far; it matters only while a third has opened a window.
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

static void* begins(void* argument) {
  begun = 1;
  if (window) {
    begun = 2;
    assert((long)argument != 1);  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_create(&other, 0, begins, (void*)(long)x);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
