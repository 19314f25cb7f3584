// SPDX-License-Identifier: Apache-2.0
//
// Arrays that stay in memory although nobody else can see them.
//
// CHECK: 2000 schedules, fingerprints at most 30 percent of the pasts
// NOTICES: a live word less
#include <string.h>

#include "writer.h"

static void* reader(void* argument) {
  int counts[6] = {0};
  char large[100];
  memset(large, 0, sizeof large);
  for (int i = 0; i < 4; i++) {
    int seen = x;
    counts[seen]++;
    large[(seen * 7) % 100] = (char)i;
  }
  for (int i = 0; i < 6; i++) z = counts[i] + y;
  int again = y;
  w = large[(again * 7 + x) % 100];
  return argument;
}
