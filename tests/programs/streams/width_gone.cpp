// SPDX-License-Identifier: Apache-2.0
//
// Whether the width is used up already shows in which order two threads printed.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::atomic<int> step;

static void print() {
  step = 1;
  lock.lock();
  std::cout << "text";
  lock.unlock();
  step = 0;
}
static void look() {
  lock.lock();
  const auto width = std::cout.width();
  lock.unlock();
  if (step == 1) assert(width != 0);  // FINDING
}

int main() {
  std::cout.width(7);
  std::thread threads[] = {std::thread(print), std::thread(look)};
  for (std::thread& each : threads) each.join();
}
