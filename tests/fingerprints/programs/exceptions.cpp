// SPDX-License-Identifier: Apache-2.0
//
// Exceptions of several types, caught, rethrown, with events on the way.
//
// CHECK: 2000 schedules, fingerprints at most 25 percent of the pasts
// NOTICES: a live word less
#include "writer.h"

namespace {

struct Leaves {
  ~Leaves() { z = y; }
};

void fail(int how) {
  Leaves on_the_way;
  if (how == 1) throw 7;
  if (how == 2) throw 7.5F;
  if (how == 3) throw 'c';
}

void pass_on(int how) {
  try {
    fail(how);
  } catch (...) {
    z = y;
    int unused = y;
    (void)unused;
    throw;
  }
}

}  // namespace

static void* reader(void* argument) {
  for (int i = 0; i < 2; i++) {
    int how = x;
    try {
      pass_on(how);
      w = 9;
    } catch (int number) {
      w = number + y;
    } catch (float number) {
      w = static_cast<int>(number * 2) + y;
    } catch (char) {
      w = y;
    }
  }
  return argument;
}
