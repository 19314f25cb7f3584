// SPDX-License-Identifier: Apache-2.0
//
// The same with getrandom. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/random.h>

static atomic_int came;

static void* work(void* unused) {
  (void)unused;
  const int before = atomic_fetch_add(&came, 1);
  unsigned char drawn = 0;
  if (getrandom(&drawn, 1, 0) == 1 && before == 1) assert(drawn % 2 == 1);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
