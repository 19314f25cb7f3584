// SPDX-License-Identifier: Apache-2.0
//
// A library function that calls back.
//
// CHECK: 2000 schedules, fingerprints at most 80 percent of the pasts
// NOTICES: a live word less
#include <stdlib.h>

#include "writer.h"

static int plus(int a) { return a + y; }

__attribute__((noinline)) static int compare(const void* left, const void* right) {
  int sign = plus(1);
  z = sign;
  return (*(const int*)left - *(const int*)right) * (sign > 1 ? 1 : -1);
}

static void* reader(void* argument) {
  int* values = malloc(4 * sizeof *values);
  int first = x;
  values[0] = 3;
  values[1] = first;
  values[2] = 2;
  values[3] = 4 - first;
  qsort(values, 4, sizeof *values, compare);
  w = values[0] + y;
  free(values);
  return argument;
}
