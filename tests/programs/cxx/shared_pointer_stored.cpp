// SPDX-License-Identifier: Apache-2.0
//
// Atomic access to a std::shared_ptr takes a mutex of libstdc++'s, which is made at the first such access of all threads.
//
// HEDDLE: strategy=exact verdict=clean
// HEDDLE: strategy=exact verdict=finding kind=assertion flags=-DBROKEN
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> pointer = std::make_shared<int>(1);

int main() {
  std::thread one([] { std::atomic_store(&pointer, std::make_shared<int>(2)); });
  std::thread other([] { std::atomic_store(&pointer, std::make_shared<int>(3)); });
  const std::shared_ptr<int> seen = std::atomic_load(&pointer);
#ifdef BROKEN
  assert(*seen != 3);  // FINDING
#else
  assert(*seen >= 1 && *seen <= 3);
#endif
  one.join();
  other.join();
}
