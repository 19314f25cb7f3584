// SPDX-License-Identifier: Apache-2.0
//
// A null function pointer is called.
//
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference message="null function pointer called" races=some
#include <pthread.h>
#include <stddef.h>

static void nothing(void) {}
void (*volatile handler)(void) = nothing;

static void* call(void* unused) {
  handler();  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  handler = NULL;
  pthread_join(thread, NULL);
  return 0;
}
