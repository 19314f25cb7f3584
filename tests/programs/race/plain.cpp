// SPDX-License-Identifier: Apache-2.0
//
// One writes, one reads, nothing orders them. Nothing breaks, in no interleaving.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
// HEDDLE: strategy=random verdict=finding kind=data-race races=1
// HEDDLE: strategy=pct verdict=finding kind=data-race races=1
// HEDDLE: strategy=pos verdict=finding kind=data-race races=1
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1 replays=20
// HEDDLE: strategy=dfs verdict=clean races=ignore
#include <thread>

int value, seen;

void first() { value = 1; }  // FINDING
void second() { seen = value; }

int main() {
  std::thread other(second);
  first();
  other.join();
}
