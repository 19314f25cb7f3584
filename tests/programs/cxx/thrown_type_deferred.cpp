// SPDX-License-Identifier: Apache-2.0
//
// As thrown_type, by a task that std::async defers.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <future>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

struct A {
  int x;
};
struct B {
  int x;
};
static std::future<void> result;

static void body() {
  result = std::async(std::launch::deferred, [is_b = first()] {
    if (is_b) throw B{1};
    throw A{1};
  });
  result.wait();
}

static void look() {
  if (!second()) return;
  try {
    result.get();
  } catch (const A&) {
  } catch (const B&) {
    assert(false);
  }
}
