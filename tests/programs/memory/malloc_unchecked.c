// SPDX-License-Identifier: Apache-2.0
//
// Who does not look at malloc's answer is found by letting it fail.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference options=--malloc-failures=1
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference options=--malloc-failures=1,--keep-going executions=2
// MODEL: malloc_unchecked.model
#include <stdlib.h>

int main(void) {
  int* number = malloc(sizeof *number);
  *number = 1;  // FINDING
  free(number);
  return 0;
}
