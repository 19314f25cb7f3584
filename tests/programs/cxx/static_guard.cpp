// SPDX-License-Identifier: Apache-2.0
//
// What is behind a static's guard is safe, what is beside it is not: the second thread may read before it is written.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
#include <cassert>
#include <thread>

int beside = 0;

int initial() { return 5; }

int value() {
  static int instance = initial();
  return instance;
}

int main() {
  std::thread worker([] {
    assert(value() == 5);
    beside = value();
  });
  assert(value() == 5);
  int seen = beside;
  worker.join();
  assert(seen == 5);  // FINDING
}
