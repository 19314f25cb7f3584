// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// Two threads create one each, with what they have read; only what one of the four can be told fails, and only in a window.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, window, begun;

static void* looks(void* argument) {
  begun = 1;
  if (window) {
    begun = 2;
    assert((long)argument != 20);  // FINDING
  }
  return 0;
}

static void* creates(void* argument) {
  const long seen = turn;
  turn = 1;
  pthread_t child;
  pthread_create(&child, 0, looks, (void*)((seen + 1) * (long)argument));
  pthread_join(child, 0);
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

int main(void) {
  pthread_t one, two, opener;
  pthread_create(&one, 0, creates, (void*)1);
  pthread_create(&two, 0, creates, (void*)10);
  pthread_create(&opener, 0, opens, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(opener, 0);
  return 0;
}
