// SPDX-License-Identifier: Apache-2.0
//
// A std::mutex is made anew by placement new. -DHELD: while somebody may hold it.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DHELD
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DHELD
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

static std::mutex gate, mutex;
static int count;

int main() {
  std::thread one([] {
#ifndef HELD
    std::lock_guard<std::mutex> alone(gate);
#endif
    mutex.lock();
    ++count;
    mutex.unlock();
  });
  {
    std::lock_guard<std::mutex> alone(gate);
    mutex.~mutex();
    new (&mutex) std::mutex;
  }
  one.join();
  assert(count == 1);
}
