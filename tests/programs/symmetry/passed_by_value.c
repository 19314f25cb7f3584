// SPDX-License-Identifier: Apache-2.0
//
// A structure with an own address is passed by value. The second of three alike threads fails or
// not, depending on which of them it is; it comes there in few interleavings, which executions at random hardly meet.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DOTHER_HALF verdict=finding kind=assertion
#include <string.h>

#include "second_of_three.h"

static _Thread_local char own;

struct Owner {
  char* own;
  long more[4];
};

__attribute__((noinline)) static unsigned long number_of(struct Owner owner) { return (unsigned long)owner.own; }

static unsigned long who(void) {
  struct Owner owner = {&own, {0}};
  return number_of(owner);
}

static void meet(void) { assert((who() >> 18) % 2 != FAILS); }  // FINDING
