// SPDX-License-Identifier: Apache-2.0
//
// A future that is asked before the same thread keeps the promise waits for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <future>
#include <mutex>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  int got = future.get();  // FINDING
  promise.set_value(got);
}
