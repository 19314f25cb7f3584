// SPDX-License-Identifier: Apache-2.0
//
// One element before the block.
//
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow message="read of 8 bytes touches memory 8 bytes before a block of 80 bytes"
#include <stdlib.h>

int main(void) {
  long* numbers = calloc(10, sizeof *numbers);
  volatile int index = -1;
  long seen = numbers[index];  // FINDING
  free(numbers);
  return (int)seen;
}
