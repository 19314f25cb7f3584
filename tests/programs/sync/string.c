// SPDX-License-Identifier: Apache-2.0
//
// strlen of a shared string is one operation.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race executions=34
// MODEL: string.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[8] = "abc";
size_t length;
static void* first(void* unused) {
  length = strlen(text);
  return unused;
}

static void* second(void* unused) {
  text[1] = 0;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(length == 1 || length == 3);
  return 0;
}
