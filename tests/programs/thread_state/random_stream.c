// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// How many numbers were drawn: the check knows the second one of the first thread.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int a, b, c, d;

// The stream that docs/supported.md promises to each thread.
static uint32_t number(uint64_t thread, uint64_t count) {
  uint64_t bits = count * 0x9e3779b97f4a7c15u + thread * 0xd1342543de82ef95u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)(bits ^ (bits >> 31));
}

static void* watches(void* unused) {
  (void)unused;
  if (a) arc4random();
  b = 1;
  if (c) {
    d = 2;
    assert(arc4random() != number(1, 2));  // FINDING
  }
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  c = 1;
  c = 0;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
