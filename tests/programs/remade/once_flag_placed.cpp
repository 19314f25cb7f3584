// SPDX-License-Identifier: Apache-2.0
//
// A once_flag is destroyed and made anew under the lock under which it is used: legal, and what it guards runs once for
// each flag.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

static std::mutex mutex;
static std::once_flag flag;
static int runs;

static void use() {
  std::lock_guard<std::mutex> guard(mutex);
  std::call_once(flag, [] { ++runs; });
}

int main() {
  std::thread one(use), other([] {
    std::lock_guard<std::mutex> guard(mutex);
    flag.~once_flag();
    new (&flag) std::once_flag;
  });
  use();
  one.join();
  other.join();
  assert(runs == 1);  // FINDING
}
