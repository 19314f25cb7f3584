// SPDX-License-Identifier: Apache-2.0
//
// SIGKILL leaves nobody to say what happened: the explorer does.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash message=SIGKILL replays=100
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int x;

int main(void) {
  x = 1;
  raise(SIGKILL);
  return 0;
}
