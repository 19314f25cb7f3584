// SPDX-License-Identifier: Apache-2.0
//
// What is called depends on what was read.
//
// CHECK: 2000 schedules, fingerprints at most 25 percent of the pasts
// NOTICES: a live word less
#include "writer.h"

__attribute__((noinline)) static int twice(int a) { return 2 * a + y; }
__attribute__((noinline)) static int half(int a) { return a / 2 + y; }
__attribute__((noinline)) static int none(int a) { return a; }
static int (*const kFunctions[3])(int) = {twice, half, none};

static void* reader(void* argument) {
  int (*chosen)(int) = kFunctions[x % 3];
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum = chosen(sum + i) & 7;
    z = y;
  }
  w = sum;
  return argument;
}
