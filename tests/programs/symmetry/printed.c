// SPDX-License-Identifier: Apache-2.0
//
// An address as text: the digits that %p prints say whose it is. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int came;
static _Thread_local char own;

static void* work(void* unused) {
  (void)unused;
  char text[32];
  const int before = atomic_fetch_add(&came, 1);
  snprintf(text, sizeof text, "%p", (void*)&own);
  if (before == 1) assert((strtoul(text, NULL, 16) >> 18) % 2 == 0);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
