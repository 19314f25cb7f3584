// SPDX-License-Identifier: Apache-2.0
//
// One thread prints while it holds a mutex; the other one takes that mutex while it has locked the stream. To print is to
// wait for the stream.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock output="blocked on mutex stdout held by"
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* print(void* unused) {
  pthread_mutex_lock(&mutex);
  puts("text");  // FINDING
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, print, NULL);
  flockfile(stdout);
  pthread_mutex_lock(&mutex);  // FINDING
  pthread_mutex_unlock(&mutex);
  funlockfile(stdout);
  pthread_join(thread, NULL);
  return 0;
}
