// SPDX-License-Identifier: Apache-2.0
//
// Recursion whose depth is read, and an object on the stack that escapes at any depth.
//
// CHECK: 2000 schedules, fingerprints at most 12 percent of the pasts
// NOTICES: a live word less
#include "writer.h"

__attribute__((noinline)) static int sum(int n) {
  if (n <= 0) return y;
  int seen = x;
  return sum(n - 1) + (seen > 2);
}

__attribute__((noinline)) static int leaf(int n) {
  int local[2];
  int* volatile shared = local;
  shared[0] = n;
  int seen = y;
  return seen + local[0];
}

__attribute__((noinline)) static int descend(int n) {
  if (n <= 1) return leaf(0);
  if (y) return descend(n - 2);
  return descend(n - 1);
}

static void* reader(void* argument) {
  int n = x;
  z = sum(n);
  z = descend(n);
  z = descend(4);
  w = leaf(1);
  return argument;
}
