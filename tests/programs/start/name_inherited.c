// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// A thread takes over its creator's name, which depends on a race.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

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
  if (window) {
    char name[16];
    begun = 2;
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "bad") != 0);  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_setname_np(pthread_self(), x ? "bad" : "good");
  pthread_create(&other, 0, asks, 0);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
