// SPDX-License-Identifier: Apache-2.0
//
// A pointer to another thread's thread_local object: that thread may have ended.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=7
// MODEL: thread_local_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

struct Slot {
  ~Slot() { gone = true; }
  static std::atomic<bool> gone;
  int value = 7;
};
std::atomic<bool> Slot::gone{false};

thread_local Slot slot;
std::atomic<Slot*> shown{nullptr};

void* body(void*) {
  shown = &slot;
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  if (shown != nullptr) assert(!Slot::gone);  // FINDING
  pthread_join(worker, nullptr);
}
