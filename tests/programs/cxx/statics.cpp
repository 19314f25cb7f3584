// SPDX-License-Identifier: Apache-2.0
//
// Function-local statics are initialised once, also when two threads arrive together; a static's destructor runs when
// main has returned, and the order of threads has no say in it.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> built{0};

struct Registry {
  std::vector<std::string> names;
  Registry() : names{"one", "two"} { ++built; }
  ~Registry() { assert(built == 1); }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

int main() {
  std::thread one([] { assert(registry().names.size() == 2); });
  std::thread two([] { assert(registry().names[1] == "two"); });
  one.join();
  two.join();
  assert(built == 1);
}
