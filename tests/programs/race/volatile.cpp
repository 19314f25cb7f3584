// SPDX-License-Identifier: Apache-2.0
//
// volatile is no synchronisation.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <thread>

volatile int value;
int seen;

void first() { value = 1; }  // FINDING
void second() { seen = value; }

int main() {
  std::thread other(second);
  first();
  other.join();
}
