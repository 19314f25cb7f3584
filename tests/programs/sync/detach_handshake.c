// SPDX-License-Identifier: Apache-2.0
//
// A detached thread says itself when it is done; nobody can join it, and a second detach is refused.
//
// HEDDLE: strategy=dfs verdict=clean executions=11
// MODEL: detach_handshake.model
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;

static void* work(void* unused) {
  assert(pthread_detach(pthread_self()) == 0);
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  while (!done) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  assert(pthread_detach(thread) == EINVAL);
  return 0;
}
