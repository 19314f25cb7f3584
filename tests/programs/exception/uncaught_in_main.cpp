// SPDX-License-Identifier: Apache-2.0
//
// An exception of a user's own type that has no what() leaves main.
//
// HEDDLE: strategy=random verdict=finding kind=uncaught-exception message=Overdrawn
#include <atomic>
#include <thread>

struct Overdrawn {
  int by;
};
std::atomic<int> balance{10};

int main() {
  std::thread worker([] { balance -= 5; });
  if (balance < 10) {
    worker.join();
    throw Overdrawn{5};  // FINDING
  }
  worker.join();
}
