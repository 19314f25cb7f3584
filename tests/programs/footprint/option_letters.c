// SPDX-License-Identifier: Apache-2.0
//
// The letters that getopt knows, changed before it looks at the words.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <unistd.h>

#include "rare_moments.h"

static char letters[] = "ab";
static char program[] = "program", word[] = "-b";
static char* words[] = {program, word, NULL};

static void prepare(void) { opterr = 0; }

static void change(void) { letters[1] = 'c'; }

static void look(void) {
  assert(getopt(2, words, letters) == 'b');  // FINDING
}
