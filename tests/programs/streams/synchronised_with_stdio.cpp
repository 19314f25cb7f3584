// SPDX-License-Identifier: Apache-2.0
//
// Whether the standard streams are synchronised with those of C is of all threads, and who asks is told.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <cassert>
#include <iostream>
#include <thread>

int main() {
  std::thread other([] { std::ios_base::sync_with_stdio(false); });
  assert(std::ios_base::sync_with_stdio(true));  // FINDING
  other.join();
}
