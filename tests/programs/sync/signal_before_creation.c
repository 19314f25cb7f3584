// SPDX-License-Identifier: Apache-2.0
//
// Main's signal comes before the last thread exists, so it cannot wake that one, whatever it did in the execution
// before. Its number is lower than that of the thread which the second one creates and which may exist by then.
//
// HEDDLE: strategy=exact verdict=finding kind=deadlock options=--keep-going races=some
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void* nothing(void* unused) { return unused; }

static void* make_ready(void* unused) {
  is_ready = 1;
  pthread_cond_signal(&condition);
  return unused;
}

static void* create_and_wait(void* unused) {
  pthread_t own;
  pthread_create(&own, 0, nothing, 0);
  pthread_mutex_lock(&mutex);
  while (!is_ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* wait_once(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, make_ready, 0);
  pthread_create(&second, 0, create_and_wait, 0);
  pthread_cond_signal(&condition);
  pthread_create(&third, 0, wait_once, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return 0;
}
