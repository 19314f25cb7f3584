// SPDX-License-Identifier: Apache-2.0
//
// With --malloc-failures=1 one allocation of an execution may fail, whichever it is.
//
// HEDDLE: strategy=dfs verdict=clean options=--malloc-failures=1 executions=35
// MODEL: malloc_fails.model
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  void* volatile first = malloc(8);  // volatile: else the compiler leaves out what nobody uses
  void* aligned = NULL;
  if (posix_memalign(&aligned, 64, 8) != 0) aligned = NULL;
  void* volatile second = aligned;
  free(first);
  free(second);
  pthread_join(thread, NULL);
  return first == NULL && second == NULL;
}
