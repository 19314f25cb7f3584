// SPDX-License-Identifier: Apache-2.0
//
// The width of a stream is used up by what is printed next.
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

static void print() {
  lock.lock();
  std::cout.width(5);
  lock.unlock();
  gate = 1;
  gate = 0;
  lock.lock();
  std::cout << 1;
  lock.unlock();
  gate = 2;
}
static void look() {
  lock.lock();
  const auto width = std::cout.width();
  lock.unlock();
  if (gate == 1) assert(width != 5);  // FINDING
}

int main() {
  std::thread threads[] = {std::thread(print), std::thread(look)};
  for (std::thread& each : threads) each.join();
}
