// SPDX-License-Identifier: Apache-2.0
//
// A failure that one thread notes in std::cout is seen by another only between two of its steps.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::atomic<int> gate;

static void fail_for_a_moment() {
  lock.lock();
  std::cout.setstate(std::ios_base::failbit);
  lock.unlock();
  lock.lock();
  std::cout.clear();
  lock.unlock();
}
static void look() {
  lock.lock();
  const bool is_good = std::cout.good();
  lock.unlock();
  if (gate) assert(is_good);  // FINDING
}
static void open_for_a_moment() {
  gate = 1;
  gate = 0;
}

int main() {
  std::thread threads[] = {std::thread(fail_for_a_moment), std::thread(look), std::thread(open_for_a_moment)};
  for (std::thread& each : threads) each.join();
}
