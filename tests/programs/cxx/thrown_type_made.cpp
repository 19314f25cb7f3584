// SPDX-License-Identifier: Apache-2.0
//
// As thrown_type, of an exception that nobody throws before.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <exception>
#include <future>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

struct A {
  int x;
};
struct B {
  int x;
};
static std::promise<int>* const promise = new std::promise<int>;
static std::future<int> future = promise->get_future();

static void body() { promise->set_exception(first() ? std::make_exception_ptr(B{1}) : std::make_exception_ptr(A{1})); }

static void look() {
  if (!second()) return;
  try {
    future.get();
  } catch (const A&) {
  } catch (const B&) {
    assert(false);
  }
}
