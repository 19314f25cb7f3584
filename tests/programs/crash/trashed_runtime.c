// SPDX-License-Identifier: Apache-2.0
//
// A wild write hits the memory of the runtime itself. The execution is lost, the search is not.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash replays=100
#include <string.h>

int x;

int main(void) {
  x = 1;
  char* volatile wild = (char*)0x200000000000;
  for (long at = 0; at < 4096; ++at) wild[at] = (char)0xff;
  x = 2;
  return 0;
}
