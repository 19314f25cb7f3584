// SPDX-License-Identifier: Apache-2.0
//
// An exception that libstdc++ itself throws: its code is written there, and another thread finds it.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <future>

#define LOOKS_AFTERWARDS
#include "two_moments.h"

static std::exception_ptr* kept;

static void body() {
  std::promise<int> promise;
  promise.set_value(1);
  std::future<int> future = promise.get_future();
  const bool again = first();
  try {
    if (again)
      promise.set_value(2);
    else
      promise.get_future();
  } catch (...) {
    kept = new std::exception_ptr(std::current_exception());
  }
}

static void look() {
  if (!second()) return;
  try {
    std::rethrow_exception(*kept);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::future_already_retrieved);
  }
}
