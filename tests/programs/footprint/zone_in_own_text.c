// SPDX-License-Identifier: Apache-2.0
//
// libc looks at the time zone where the program keeps it and may change it.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"
static char tz[] = "TZ=AAA3";
static void prepare(void) {
  putenv(tz);
  tzset();
}
static void change(void) { tz[6] = '5'; }
static void look(void) {
  time_t z = 0;
  struct tm t;
  localtime(&z);
  localtime_r(&z, &t);
  assert(t.tm_hour == 21);
}
