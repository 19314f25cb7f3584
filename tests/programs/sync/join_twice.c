// SPDX-License-Identifier: Apache-2.0
//
// Two threads join the same one: exactly one of them gets it, the other an error and no endless wait.
//
// HEDDLE: strategy=dfs verdict=clean executions=45
// MODEL: join_twice.model
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) { return unused; }
static void* join(void* thread) { return pthread_join(*(pthread_t*)thread, NULL) == 0 ? thread : NULL; }

int main(void) {
  static pthread_t joined;
  pthread_t joiner;
  void* result;
  pthread_create(&joined, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, &joined);
  int code = pthread_join(joined, NULL);
  assert(code == 0 || code == EINVAL);
  pthread_join(joiner, &result);
  assert((code == 0) == (result == NULL));
  return 0;
}
