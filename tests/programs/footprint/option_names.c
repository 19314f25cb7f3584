// SPDX-License-Identifier: Apache-2.0
//
// The long options that getopt knows, changed before it looks at the words.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <getopt.h>

#include "rare_moments.h"

static char program[] = "program", word[] = "--long";
static char* words[] = {program, word, NULL};
static struct option options[] = {{"long", no_argument, NULL, 5}, {NULL, 0, NULL, 0}};

static void prepare(void) { opterr = 0; }

static void change(void) { options[0].val = 6; }

static void look(void) {
  assert(getopt_long(2, words, "", options, NULL) == 5);  // FINDING
}
