// SPDX-License-Identifier: Apache-2.0
//
// One slot, a producer of two and a consumer of two, two condition variables.
//
// HEDDLE: strategy=dfs verdict=clean executions=1330
// MODEL: bounded_buffer.model
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER;
int slot;

static void* produce(void* unused) {
  for (int i = 1; i <= 2; ++i) {
    pthread_mutex_lock(&mutex);
    while (slot != 0) pthread_cond_wait(&empty, &mutex);
    slot = i;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 1; i <= 2; ++i) {
    pthread_mutex_lock(&mutex);
    while (slot == 0) pthread_cond_wait(&full, &mutex);
    assert(slot == i);
    slot = 0;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, produce, NULL);
  pthread_create(&two, NULL, consume, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
