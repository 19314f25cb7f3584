// SPDX-License-Identifier: Apache-2.0
//
// Of which type an exception is that another thread throws again stands in front of it, written by libstdc++.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <exception>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

struct A {
  int x;
};
struct B {
  int x;
};
static std::exception_ptr kept;

static void body() {
  const bool is_b = first();
  try {
    if (is_b) throw B{1};
    throw A{1};
  } catch (...) {
    kept = std::current_exception();
  }
}

static void look() {
  if (second()) {
    try {
      std::rethrow_exception(kept);
    } catch (const A&) {
    } catch (const B&) {
      assert(false);
    }
  }
  kept = nullptr;
}
