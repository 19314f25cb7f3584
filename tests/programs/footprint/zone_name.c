// SPDX-License-Identifier: Apache-2.0
//
// strftime looks at the name of the zone for %Z.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <time.h>

#include "rare_moments.h"
static char zone[4] = "AAA";
static struct tm when;
static void prepare(void) {
  when.tm_mday = 1;
  when.tm_zone = zone;
}
static void change(void) { zone[0] = 'X'; }
static void look(void) {
  char o[16];
  strftime(o, sizeof o, "%Z", &when);
  assert(o[0] == 'A');
}
