// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// A thread takes over the name that its creator was given by another one, in time or not.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_t creator;
static atomic_int window, begun;

static void* names(void* unused) {
  (void)unused;
  pthread_setname_np(creator, "bad");
  pthread_setname_np(creator, "good");
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
  pthread_t namer, opener, other;
  creator = pthread_self();
  pthread_create(&namer, 0, names, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_create(&other, 0, asks, 0);
  pthread_join(other, 0);
  pthread_join(namer, 0);
  pthread_join(opener, 0);
  return 0;
}
