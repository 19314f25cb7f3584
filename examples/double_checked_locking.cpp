// SPDX-License-Identifier: Apache-2.0
//
// Double-checked locking that publishes too early. The pointer is stored before the object behind it is filled in, so
// the unlocked first check of another thread lets it through to an object that is not ready. No weak memory is needed:
// this fails under sequential consistency.
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
  if (Settings* known = instance.load()) return *known;
  std::lock_guard guard(mutex);
  if (instance.load() == nullptr) {
    instance.store(&storage);  // wrong: others see the pointer from here on,
    storage.load();            // but the object only from here on
  }
  return *instance.load();
}

void work() { assert(settings().limit == 42); }

}  // namespace

int main() {
  std::thread other(work);
  work();
  other.join();
}
