// SPDX-License-Identifier: Apache-2.0
//
// A destructor that sets its value again is called again.
//
// HEDDLE: strategy=dfs verdict=clean executions=14
// MODEL: key_set_again.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
int calls, x;

static void destroy(void* value) {
  if (++calls < 3) pthread_setspecific(key, value);
}

static void* use(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, use, &thread);
  x = 1;
  pthread_join(thread, NULL);
  assert(calls == 3);
  return 0;
}
