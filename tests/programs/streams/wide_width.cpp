// SPDX-License-Identifier: Apache-2.0
//
// Streams of wide characters keep the same state.
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
  std::wcout << 12;
  lock.unlock();
  step = 0;
}
static void look() {
  lock.lock();
  const bool is_used_up = std::wcout.width() == 0;
  lock.unlock();
  if (step == 1) assert(!is_used_up);  // FINDING
}

int main() {
  std::wcout.width(7);
  std::thread threads[] = {std::thread(print), std::thread(look)};
  for (std::thread& each : threads) each.join();
}
