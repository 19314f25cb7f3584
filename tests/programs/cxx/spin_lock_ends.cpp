// SPDX-License-Identifier: Apache-2.0
//
// The lock bit of std::atomic<std::shared_ptr> is spun for without a bound. A round of spinning that saw nothing new is a
// wait, so that depth first comes to an end: exhaustive is what this program is about.
//
// HEDDLE: strategy=dfs verdict=clean
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <memory>

std::atomic<std::shared_ptr<int>> current;

void* body(void*) {
  current.store(nullptr);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  assert(current.load() == nullptr);
  pthread_join(worker, nullptr);
}
