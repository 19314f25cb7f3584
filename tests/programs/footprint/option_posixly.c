// SPDX-License-Identifier: Apache-2.0
//
// Whether getopt goes on behind the first word that is no option depends on the environment.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <getopt.h>

#include "rare_moments.h"
static char* words[] = {"p", "x", "-a", 0};
static void prepare(void) { setenv("POSIXLY_CORRECT", "1", 1); }
static void change(void) { unsetenv("POSIXLY_CORRECT"); }
static void look(void) { assert(getopt(3, words, "a") == -1); }
