// SPDX-License-Identifier: Apache-2.0
//
// Arguments that only va_arg sees.
//
// CHECK: 2000 schedules, fingerprints at most 90 percent of the pasts
// NOTICES: a live word less
#include <stdarg.h>

#include "writer.h"

__attribute__((noinline)) static int weigh(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int weight = y;
    sum += va_arg(arguments, int) * (weight + 1);
    z = sum & 1;
  }
  va_end(arguments);
  return sum;
}

static void* reader(void* argument) {
  int first = x;
  int second = x;
  w = weigh(2, first, second);
  return argument;
}
