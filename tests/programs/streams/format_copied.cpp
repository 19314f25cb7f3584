// SPDX-License-Identifier: Apache-2.0
//
// The format of a stream is taken over from another one.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static std::ostringstream stream, other;

static void take_over() {
  lock.lock();
  stream.copyfmt(other);
  lock.unlock();
}
static void change() {
  lock.lock();
  other.precision(3);
  lock.unlock();
  lock.lock();
  other.precision(6);
  lock.unlock();
}

int main() {
  std::thread threads[] = {std::thread(take_over), std::thread(change)};
  for (std::thread& each : threads) each.join();
  assert(stream.precision() == 6);  // FINDING
}
