// SPDX-License-Identifier: Apache-2.0
//
// Sleeping is one operation in virtual time; no real time passes and it orders nothing.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=34
// MODEL: sleep.model
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int x;
static void* first(void* unused) {
  sleep(1000);
  x = 1;
  return unused;
}

static void* second(void* unused) {
  x = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
