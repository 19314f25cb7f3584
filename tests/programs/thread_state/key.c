// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// The value of a key.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make(void) { pthread_key_create(&key, 0); }

static void* watches(void* unused) {
  (void)unused;
  pthread_once(&once, make);
  if (a) pthread_setspecific(key, &key);
  b = 1;
  if (c) {
    d = 2;
    assert(pthread_getspecific(key) == 0);  // FINDING
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
