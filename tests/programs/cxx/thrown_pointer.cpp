// SPDX-License-Identifier: Apache-2.0
//
// Whoever catches a pointer is told by libstdc++ which it is.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <exception>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static std::exception_ptr kept;
static int one, two;

static void body() {
  int* pointer = first() ? &two : &one;
  try {
    throw pointer;
  } catch (...) {
    kept = std::current_exception();
  }
}

static void look() {
  if (second()) {
    try {
      std::rethrow_exception(kept);
    } catch (const int* caught) {
      assert(caught == &one);
    }
  }
  kept = nullptr;
}
