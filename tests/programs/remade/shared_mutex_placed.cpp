// SPDX-License-Identifier: Apache-2.0
//
// A std::shared_mutex is made anew while a reader may hold it: then a writer comes in.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <new>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::atomic<int> readers;

int main() {
  std::thread one([] {
    mutex.lock_shared();
    ++readers;
    --readers;
    mutex.unlock_shared();
  });
  new (&mutex) std::shared_mutex;
  mutex.lock();
  assert(readers == 0);
  mutex.unlock();
  one.join();
}
