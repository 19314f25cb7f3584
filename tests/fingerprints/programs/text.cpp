// SPDX-License-Identifier: Apache-2.0
//
// A string whose content depends on what was read.
//
// CHECK: 2000 schedules, fingerprints at most 50 percent of the pasts
// NOTICES: a live word less
#include <string>

#include "writer.h"

static void* reader(void* argument) {
  std::string text;
  if (x > 2) {
    text.append("alpha", 5);
  } else {
    text.append("a word that is longer than the buffer inside of the string");
  }
  int seen = y;
  z = seen;
  w = text == "alpha" ? 1 : 2;
  text += std::to_string(seen);
  z = static_cast<int>(text.size()) + y;
  return argument;
}
