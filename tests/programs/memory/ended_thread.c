// SPDX-License-Identifier: Apache-2.0
//
// A local variable of a thread is used after that thread has ended.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free message="of thread 1, which has ended" replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int* volatile published;

static void* publish(void* unused) {
  int local = 7;
  published = &local;
  return unused;
}

static void* use(void* unused) {
  int* seen = published;
  if (seen != NULL) ++*seen;  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, publish, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
