// SPDX-License-Identifier: Apache-2.0
//
// The text behind what is not a number is read before it is freed, or after.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free,data-race races=some flags=-lm
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,data-race races=some flags=-lm
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

static char* text;
static volatile float made;

static void* uses(void* unused) {
  made = nanf(text);
  return unused;
}

static void* frees(void* unused) {
  free(text);
  return unused;
}

int main(void) {
  strcpy(text = malloc(8), "abc");
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, uses, NULL);
  pthread_create(&threads[1], NULL, frees, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
