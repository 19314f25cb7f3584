// SPDX-License-Identifier: Apache-2.0
//
// One thread has one interleaving.
//
// HEDDLE: strategy=dfs verdict=clean executions=1
// MODEL: alone.model
#include <assert.h>
int x;

int main(void) {
  x = 1;
  assert(x == 1);
  return 0;
}
