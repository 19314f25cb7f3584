// SPDX-License-Identifier: Apache-2.0
//
// The time zone is another one in an environment of the program's own: in no model.
//
// HEDDLE: strategy=exact verdict=incomplete output="the model does not fit"
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>

#include "rare_moments.h"
static char *others[] = {"TZ=AAA5", 0}, *mine[] = {"TZ=AAA3", 0};
static void prepare(void) {
  environ = mine;
  tzset();
}
static void change(void) { environ = others; }
static void look(void) {
  time_t z = 0;
  struct tm t;
  localtime(&z);
  localtime_r(&z, &t);
  assert(t.tm_hour == 21);
}
