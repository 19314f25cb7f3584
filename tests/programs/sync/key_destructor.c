// SPDX-License-Identifier: Apache-2.0
//
// The destructor of a pthread key runs when its thread ends, before a join returns.
//
// HEDDLE: strategy=dfs verdict=clean executions=1
// MODEL: key_destructor.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
int destroyed;

static void destroy(void* value) { destroyed += *(int*)value; }

static void* use(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  static int values[2] = {1, 10};
  pthread_t one, two;
  pthread_key_create(&key, destroy);
  pthread_create(&one, NULL, use, &values[0]);
  pthread_join(one, NULL);
  assert(destroyed == 1);
  pthread_create(&two, NULL, use, &values[1]);
  pthread_join(two, NULL);
  assert(destroyed == 11);
  return 0;
}
