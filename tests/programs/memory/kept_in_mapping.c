// SPDX-License-Identifier: Apache-2.0
//
// What only memory from mmap points to is no leak.
//
// HEDDLE: strategy=dfs verdict=clean options=--leaks=fail without="never freed"
// HEDDLE: strategy=dfs verdict=finding kind=leak options=--leaks=fail flags=-DLOST
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
  void** table = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  table[7] = malloc(100);  // FINDING
#ifdef LOST
  table[7] = NULL;
#endif
  return 0;
}
