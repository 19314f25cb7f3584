// SPDX-License-Identifier: Apache-2.0
//
// A stream that could not be opened again has no descriptor any more.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#define _GNU_SOURCE
#include <stdio.h>

#include "moments_apart.h"

static FILE* file;

static void change(void) {
  if (freopen("/nonexistent", "r", file) == 0) between = 3;
}

static void look(void) {
  int descriptor = fileno(file);
  between = 2;
  assert(descriptor != -1);  // FINDING
}

int main(void) {
  file = fopen("/dev/null", "r");
  run_threads();
}
