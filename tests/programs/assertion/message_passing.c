// SPDX-License-Identifier: Apache-2.0
//
// The flag is raised before the data is written.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=68 races=some
// MODEL: message_passing.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data, ready;
static void* send(void* unused) {
  ready = 1;
  data = 42;
  return unused;
}

static void* receive(void* unused) {
  if (ready) assert(data == 42);  // FINDING
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, send, NULL);
  pthread_create(&two, NULL, receive, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
