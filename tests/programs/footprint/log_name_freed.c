// SPDX-License-Identifier: Apache-2.0
//
// The name of the log is read with every message.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free,data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,data-race races=some
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

static char* text;

static void* uses(void* unused) {
  syslog(LOG_DEBUG, "message");
  return unused;
}

static void* frees(void* unused) {
  free(text);
  return unused;
}

int main(void) {
  strcpy(text = malloc(8), "abc");
  openlog(text, 0, LOG_USER);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, uses, NULL);
  pthread_create(&threads[1], NULL, frees, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
