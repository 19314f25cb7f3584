// SPDX-License-Identifier: Apache-2.0
//
// As exception_text, of an exception that waits in a future.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <future>
#include <stdexcept>

#include "two_moments.h"

static void body() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  promise.set_exception(std::make_exception_ptr(std::logic_error(first() ? "bbb" : "aaa")));
  if (!second()) return;
  try {
    future.get();
  } catch (const std::logic_error& error) {
    assert(error.what()[0] == 'a');
  }
}
