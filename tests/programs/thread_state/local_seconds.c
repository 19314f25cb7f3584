// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// The way back fills the same memory.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_int a, b, c, d;
static const struct tm day = {.tm_mday = 2, .tm_year = 70};
static struct tm parts;

static void* watches(void* unused) {
  (void)unused;
  if (a) {
    setenv("TZ", "ABC-5", 1);
    tzset();
  }
  b = 1;
  if (c) {
    d = 2;
    assert((parts = day, mktime(&parts)) == 86400);  // FINDING
  }
  return 0;
}

static void* disturbs(void* unused) {
  (void)unused;
  a = 1;
  a = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  c = 1;
  c = 0;
  return 0;
}

int main(void) {
  setenv("TZ", "UTC", 1);
  tzset();
  pthread_t threads[3];
  pthread_create(&threads[0], 0, watches, 0);
  pthread_create(&threads[1], 0, disturbs, 0);
  pthread_create(&threads[2], 0, opens, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
