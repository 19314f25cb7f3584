// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// How large a stack the thread gets depends on a race, and the thread asks.
#define _GNU_SOURCE
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

static void* asks(void* unused) {
  (void)unused;
  begun = 1;
  if (window == 0) return 0;
  begun = 2;
  pthread_attr_t own;
  size_t size = 0;
  pthread_getattr_np(pthread_self(), &own);
  pthread_attr_getstacksize(&own, &size);
  pthread_attr_destroy(&own);
  assert(size < (size_t)32 << 20);  // FINDING
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_attr_setstacksize(&attributes, (size_t)(x ? 32 : 16) << 20);
  pthread_create(&other, &attributes, asks, 0);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
