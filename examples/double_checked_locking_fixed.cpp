// SPDX-License-Identifier: Apache-2.0
//
// The lazy settings of double_checked_locking.cpp, published last: whoever sees the pointer sees a complete object.
// Right under C++ as well as under sequential consistency, because the store releases and the load acquires.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Settings {
  int limit = 0;

  void load() { limit = 42; }
};

std::mutex mutex;
Settings storage;
std::atomic<Settings*> instance{nullptr};

Settings& settings() {
  if (Settings* known = instance.load(std::memory_order_acquire)) return *known;
  std::lock_guard guard(mutex);
  Settings* known = instance.load(std::memory_order_relaxed);
  if (known == nullptr) {
    storage.load();
    instance.store(&storage, std::memory_order_release);
    known = &storage;
  }
  return *known;
}

void work() { assert(settings().limit == 42); }

}  // namespace

int main() {
  std::thread other(work);
  work();
  other.join();
}
