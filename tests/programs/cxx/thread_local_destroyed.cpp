// SPDX-License-Identifier: Apache-2.0
//
// thread_local destructors run at the thread's end, the latest first, and before join returns; but after what the thread
// told others: here a pointer to its object, which is gone with the thread.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free message="thread-local memory of thread 1"
// HEDDLE: strategy=random verdict=finding kind=use-after-free
#include <atomic>
#include <cassert>
#include <thread>

struct Slot {
  std::atomic<bool> alive{true};
  ~Slot() { alive = false; }
};
thread_local Slot slot;
std::atomic<Slot*> shown{nullptr};

int main() {
  std::thread owner([] { shown = &slot; });
  if (Slot* other = shown) assert(other->alive);  // FINDING
  owner.join();
}
