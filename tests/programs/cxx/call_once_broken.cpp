// SPDX-License-Identifier: Apache-2.0
//
// A once_flag for each caller is no once_flag: both initialise.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
#include <cassert>
#include <mutex>
#include <thread>

int initialised = 0;

void use() {
  std::once_flag flag;
  std::call_once(flag, [] { ++initialised; });
  assert(initialised == 1);  // FINDING
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
