// SPDX-License-Identifier: Apache-2.0
//
// A key is deleted while a thread still has a value: its destructor does not run any more, although the thread was about
// to end.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=10
// MODEL: key_deleted_early.model
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_key_t key;
sem_t is_set;
int destroyed;

static void destroy(void* value) {
  (void)value;
  destroyed = 1;
}

static void* use(void* value) {
  pthread_setspecific(key, value);
  sem_post(&is_set);
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_set, 0, 0);
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, use, &thread);
  sem_wait(&is_set);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  assert(destroyed == 1);  // FINDING
  return 0;
}
