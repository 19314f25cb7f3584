// SPDX-License-Identifier: Apache-2.0
//
// A function that takes a number is called through a pointer as one that takes an address. The second of three alike threads fails or
// not, depending on which of them it is; it comes there in few interleavings, which executions at random hardly meet.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DOTHER_HALF verdict=finding kind=assertion
#include <string.h>

#include "second_of_three.h"

static _Thread_local char own;

__attribute__((noinline)) static unsigned long same(unsigned long number) { return number; }
static unsigned long (*volatile callback)(void*) = (unsigned long (*)(void*))same;

static unsigned long who(void) { return callback(&own); }

static void meet(void) { assert((who() >> 18) % 2 != FAILS); }  // FINDING
