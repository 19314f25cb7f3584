// SPDX-License-Identifier: Apache-2.0
//
// A key that is deleted when no thread has a value any more. Its number may be used again.
//
// HEDDLE: strategy=dfs verdict=clean executions=36
// MODEL: key_deleted.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
int destroyed, x;

static void destroy(void* value) {
  (void)value;
  destroyed++;
}

static void* use(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; ++i) {
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, use, &thread);
    x = i;
    pthread_join(thread, NULL);
    pthread_key_delete(key);
  }
  assert(destroyed == 2);
  return 0;
}
