// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// The local time after a change of the zone, in memory of the program: all of it, padding included.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_int a, b, c, d;
static char zone[] = "TZ=ABC-5";
static time_t start;
static struct tm parts;

static void* watches(void* unused) {
  (void)unused;
  if (a) {
    putenv(zone);
    tzset();
  }
  b = 1;
  if (c) {
    d = 2;
    assert(localtime_r(&start, &parts)->tm_hour == 0);  // FINDING
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
