// SPDX-License-Identifier: Apache-2.0
//
// Whether a block was allocated before decides where the next one is.
//
// CHECK: 2000 schedules, fingerprints at most 45 percent of the pasts
// NOTICES: a live word less
#include <cstdlib>

#include "writer.h"

static void* reader(void* argument) {
  void* first = nullptr;
  if (x > 2) first = std::malloc(40);
  int seen = y;
  int* second = new int(seen);
  z = *second;
  z = y;
  delete second;
  std::free(first);
  return argument;
}
