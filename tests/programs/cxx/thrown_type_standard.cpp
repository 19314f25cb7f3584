// SPDX-License-Identifier: Apache-2.0
//
// As thrown_type, of exceptions of the library with the same text.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <future>
#include <stdexcept>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static std::promise<int>* const promise = new std::promise<int>;
static std::future<int> future = promise->get_future();

static void body() {
  const bool is_invalid = first();
  try {
    if (is_invalid) throw std::invalid_argument("the same text");
    throw std::out_of_range("the same text");
  } catch (...) {
    promise->set_exception(std::current_exception());
  }
}

static void look() {
  if (!second()) return;
  try {
    future.get();
  } catch (const std::out_of_range&) {
  } catch (const std::logic_error&) {
    assert(false);
  }
}
