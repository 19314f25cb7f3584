// SPDX-License-Identifier: Apache-2.0
//
// As thrown_type, by the thread itself.
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
  if (!second()) return;
  try {
    std::rethrow_exception(kept);
  } catch (const A&) {
  } catch (const B&) {
    assert(false);
  }
}

static void look() { kept = nullptr; }
