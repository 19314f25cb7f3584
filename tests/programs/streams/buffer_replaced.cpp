// SPDX-License-Identifier: Apache-2.0
//
// Where a stream leads is replaced for a moment: what another thread prints ends in the other buffer.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static std::ostringstream captured;

static void capture() {
  lock.lock();
  std::streambuf* const before = std::cout.rdbuf(captured.rdbuf());
  lock.unlock();
  lock.lock();
  std::cout.rdbuf(before);
  lock.unlock();
}
static void print() {
  lock.lock();
  std::cout << "x";
  lock.unlock();
}

int main() {
  std::thread threads[] = {std::thread(capture), std::thread(print)};
  for (std::thread& each : threads) each.join();
  assert(captured.str().empty());  // FINDING
}
