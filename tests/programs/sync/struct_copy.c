// SPDX-License-Identifier: Apache-2.0
//
// A large struct is copied with two operations: all of it is read, then all of it is written.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=34
// MODEL: struct_copy.model
#include <pthread.h>
#include <stddef.h>

struct Large {
  int values[16];
};
struct Large from, to;
static void* first(void* unused) {
  to = from;
  return unused;
}

static void* second(void* unused) {
  from.values[3] = 1;
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
