// SPDX-License-Identifier: Apache-2.0
//
// Which descriptor a stream has is asked of the stream, which must not be closed by then.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* ask(void* unused) {
  fileno(file);
  return unused;
}

static void* finish(void* unused) {
  fclose(file);
  return unused;
}

int main(void) {
  file = fopen("/dev/null", "r");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, ask, 0);
  pthread_create(&threads[1], 0, finish, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
