// SPDX-License-Identifier: Apache-2.0
//
// Both write the same value: a race nevertheless.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <thread>

bool done;

void first() { done = true; }  // FINDING
void second() { done = true; }  // FINDING

int main() {
  std::thread other(second);
  first();
  other.join();
}
