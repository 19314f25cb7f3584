// SPDX-License-Identifier: Apache-2.0
//
// A barrier for three that two threads reach.
//
// HEDDLE: strategy=random verdict=finding kind=deadlock
#include <barrier>
#include <thread>

std::barrier<> barrier(3);

int main() {
  std::thread other([] { barrier.arrive_and_wait(); });  // FINDING
  barrier.arrive_and_wait();  // FINDING
  other.join();
}
