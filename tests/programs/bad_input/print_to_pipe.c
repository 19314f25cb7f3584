// SPDX-License-Identifier: Apache-2.0
//
// Printing into a pipe: once it is full, the system would wait for a reader, and no other thread could become one.
//
// HEDDLE: strategy=random verdict=unsupported output="printf: to a pipe or socket may wait for its reader"
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  dup2(ends[1], 1);
  printf("%1000000d\n", 1);  // UNSUPPORTED
  return 0;
}
