// SPDX-License-Identifier: Apache-2.0
//
// push_back from two threads without a lock: elements get lost (or worse).
//
// HEDDLE: strategy=random verdict=finding kind=assertion,crash races=some
#include <cassert>
#include <thread>
#include <vector>

std::vector<int> values;

int main() {
  values.reserve(8);
  std::thread one([] { values.push_back(1); });
  std::thread two([] { values.push_back(2); });
  one.join();
  two.join();
  assert(values.size() == 2);
}
