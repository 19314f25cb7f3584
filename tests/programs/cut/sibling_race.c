// SPDX-License-Identifier: Apache-2.0
//
// A data race that comes only after the loop that counts was left at once: all ways through the loop end at the limit
// first.
//
// HEDDLE: strategy=default verdict=finding kind=data-race races=1 options=--max-executions=600
// HEDDLE: strategy=exact verdict=finding kind=data-race races=1 options=--max-executions=600
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, waits;
static int data;

static void* early(void* unused) {
  go = 1;
  data = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, early, NULL);
  while (!go) waits++;
  if (waits == 0) data = 2;
  pthread_join(other, NULL);
}
