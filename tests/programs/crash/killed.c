// SPDX-License-Identifier: Apache-2.0
//
// A signal that ends the process does so at its line, also one that nobody can handle.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash message=SIGKILL replays=100
#include <signal.h>

int x;

int main(void) {
  x = 1;
  raise(SIGKILL);
  return 0;
}
