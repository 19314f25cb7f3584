// SPDX-License-Identifier: Apache-2.0
//
// How a number looks in a string stream depends on the flags that another thread has set.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static std::ostringstream stream;

static void format() {
  lock.lock();
  stream << std::hex;
  lock.unlock();
  lock.lock();
  stream << std::dec;
  lock.unlock();
}
static void print() {
  lock.lock();
  stream << 10;
  lock.unlock();
}

int main() {
  std::thread threads[] = {std::thread(format), std::thread(print)};
  for (std::thread& each : threads) each.join();
  assert(stream.str() == "10");  // FINDING
}
