// SPDX-License-Identifier: Apache-2.0
//
// An own address goes through an atomic variable that nobody else sees, by compare-and-exchange. The second of three alike threads fails or
// not, depending on which of them it is; it comes there in few interleavings, which executions at random hardly meet.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DOTHER_HALF verdict=finding kind=assertion
#include <string.h>

#include "second_of_three.h"

static _Thread_local char own;

static unsigned long who(void) {
  atomic_ulong here = 0;
  unsigned long expected = 0;
  atomic_compare_exchange_strong(&here, &expected, (unsigned long)&own);
  return here;
}

static void meet(void) { assert((who() >> 18) % 2 != FAILS); }  // FINDING
