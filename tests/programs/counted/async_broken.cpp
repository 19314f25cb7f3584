// SPDX-License-Identifier: Apache-2.0
//
// std::async: what the function does is read before anybody has waited for it. No exact number, see async.cpp.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=random verdict=finding kind=assertion
// HEDDLE: strategy=pct verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <future>

std::atomic<int> value{0};

int main() {
  std::future<void> future = std::async(std::launch::async, [] { value = 7; });
  assert(value == 7);  // FINDING
}
