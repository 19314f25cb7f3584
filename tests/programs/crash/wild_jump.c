// SPDX-License-Identifier: Apache-2.0
//
// A function pointer that points nowhere: the line is that of the call.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash message=SIGSEGV replays=100 races=some
#include <pthread.h>
#include <stddef.h>

int calls;
static void call(void) { ++calls; }
void (*volatile handler)(void) = call;

static void* work(void* unused) {
  handler();  // FINDING
  ++calls;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  handler = (void (*)(void))0x1234567890;
  pthread_join(thread, NULL);
  return 0;
}
