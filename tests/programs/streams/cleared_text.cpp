// SPDX-License-Identifier: Apache-2.0
//
// A string stream that has failed takes nothing until it is cleared.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static std::stringstream stream;

static void fail_for_a_moment() {
  lock.lock();
  stream.setstate(std::ios_base::badbit);
  lock.unlock();
  lock.lock();
  stream.clear();
  lock.unlock();
}
static void print() {
  lock.lock();
  stream << "x";
  lock.unlock();
}

int main() {
  std::thread threads[] = {std::thread(fail_for_a_moment), std::thread(print)};
  for (std::thread& each : threads) each.join();
  assert(stream.str() == "x");  // FINDING
}
