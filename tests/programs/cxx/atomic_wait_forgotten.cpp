// SPDX-License-Identifier: Apache-2.0
//
// The value is changed but nobody is notified: whoever already waits, waits for ever. The library spins before it
// waits, which makes the schedule rare: depth first finds it, random hardly.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <atomic>
#include <thread>

std::atomic<int> value{0};

int main() {
  std::thread worker([] { value.wait(0); });  // FINDING
  value.store(1);
  worker.join();  // FINDING
}
