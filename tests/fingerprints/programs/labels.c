// SPDX-License-Identifier: Apache-2.0
//
// Results that nobody uses, that are only compared with constants, and compare-exchanges of which only the success counts.
//
// CHECK: 2000 schedules, fingerprints at most 60 percent of the pasts
// NOTICES: a live word less
#include <stdatomic.h>

#include "writer.h"

atomic_int tickets;
atomic_int owner;

static void* reader(void* argument) {
  for (int i = 0; i < 3; i++) {
    atomic_fetch_add(&tickets, 1);
    int expected = i;
    _Bool taken = atomic_compare_exchange_strong(&owner, &expected, x > 2 ? i + 1 : i);
    int seen = x;
    z = y;
    if (seen > 3) w = i;
    if (seen == 1 && taken) w = i + 10;
  }
  return argument;
}
