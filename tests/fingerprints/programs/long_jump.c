// SPDX-License-Identifier: Apache-2.0
//
// A function that is returned to twice.
//
// CHECK: 2000 schedules, fingerprints at most 100 percent of the pasts
// NOTICES: a live word less
#include <setjmp.h>

#include "writer.h"

__attribute__((noinline)) static void leave(jmp_buf* buffer) {
  if (y) longjmp(*buffer, 1);
  z = x;
}

static void* reader(void* argument) {
  jmp_buf buffer;
  int first = x;
  int second = x;
  if (setjmp(buffer) == 0) {
    leave(&buffer);
    z = 5;
    leave(&buffer);
    z = 6;
  } else {
    w = first * 10 + second;
    z = y;
  }
  return argument;
}
