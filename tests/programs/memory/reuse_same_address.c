// SPDX-License-Identifier: Apache-2.0
//
// Two blocks are told apart by their addresses; with --reuse the second may lie where the first was.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--reuse
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--reuse,--keep-going executions=2
// MODEL: reuse_same_address.model
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char* volatile first = malloc(20);  // volatile: else the compiler leaves out what nobody uses
  char* before = first;
  free(first);
  char* volatile second = malloc(20);
  assert(second != before);  // FINDING
  free(second);
  return 0;
}
