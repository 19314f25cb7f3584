// SPDX-License-Identifier: Apache-2.0
//
// A condition variable is cleared while a thread may wait on it: nothing would ever wake that thread. -DINIT: it is
// initialised anew. -DBEFORE: before anybody can wait, which does no harm.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion message="a condition variable was overwritten while a thread waited on it"
// HEDDLE: strategy=default verdict=finding kind=assertion message="a condition variable was overwritten while a thread waited on it"
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DINIT
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DINIT
// HEDDLE: strategy=dfs verdict=clean flags=-DBEFORE
// HEDDLE: strategy=default verdict=clean flags=-DBEFORE
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!is_done) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void renew(void) {
#ifdef INIT
  pthread_cond_init(&changed, NULL);
#else
  memset(&changed, 0, sizeof changed);
#endif
}

int main(void) {
  pthread_t thread;
#ifdef BEFORE
  renew();
#endif
  pthread_create(&thread, NULL, wait, NULL);
  pthread_mutex_lock(&mutex);
#ifndef BEFORE
  renew();
#endif
  is_done = 1;
  pthread_cond_signal(&changed);  // FINDING
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
