// SPDX-License-Identifier: Apache-2.0
//
// The race is there only if the second thread comes between two steps of the first.
//
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1
#include <atomic>
#include <thread>

std::atomic<int> step;
int value;

void first() {
  step = 1;
  step = 2;
  value = 1;  // FINDING
}
void second() {
  if (step == 1) value = 2;  // FINDING
}

int main() {
  std::thread other(second);
  first();
  other.join();
}
