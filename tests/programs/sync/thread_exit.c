// SPDX-License-Identifier: Apache-2.0
//
// pthread_exit runs the cleanup handlers of the thread and hands its result to join.
//
// HEDDLE: strategy=dfs verdict=clean executions=1
// MODEL: thread_exit.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int cleaned;

static void clean(void* unused) {
  (void)unused;
  ++cleaned;
  pthread_mutex_unlock(&mutex);
}

static void* leave(void* result) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean, NULL);
  pthread_exit(result);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, leave, &cleaned);
  pthread_join(thread, &result);
  assert(cleaned == 1 && result == &cleaned);
  pthread_mutex_lock(&mutex);
  return 0;
}
