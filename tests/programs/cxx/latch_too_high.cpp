// SPDX-License-Identifier: Apache-2.0
//
// A latch for two that only one thread counts down: the waiter waits for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <latch>
#include <thread>

std::latch latch{2};

int main() {
  std::thread worker([] { latch.count_down(); });
  latch.wait();  // FINDING
  worker.join();
}
