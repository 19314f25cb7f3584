// SPDX-License-Identifier: Apache-2.0
//
// Two elements of one word are one place. The vector has padding, which is copied with it.
//
// HEDDLE: strategy=default verdict=finding kind=data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=some
#include <thread>
#include <vector>

int main() {
  std::vector<bool> bits(8);
  std::thread first([&] { bits[0] = true; });
  std::thread second([&] { bits[1] = true; });
  first.join();
  second.join();
}
