// SPDX-License-Identifier: Apache-2.0
//
// The exit code comes from the call of exit, although the handlers run and make calls after it.
//
// HEDDLE: strategy=dfs verdict=finding kind=exit-code message="exit code 5" executions=1 replays=100
#include <stdio.h>
#include <stdlib.h>

int x;

static void print_it(void) {
  char text[16];
  snprintf(text, sizeof text, "%d", x);
  x = text[0];
}

int main(void) {
  atexit(print_it);
  exit(5);  // FINDING
}
