// SPDX-License-Identifier: Apache-2.0
//
// std::atomic<std::shared_ptr>: the pointer that was asked for and the pointer that is used are two loads.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=11905
// MODEL: atomic_shared_ptr_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <memory>

std::shared_ptr<int> owner;
std::atomic<std::shared_ptr<int>> current;

void* body(void*) {
  current.store(nullptr);
  return nullptr;
}

int main() {
  owner = std::make_shared<int>(7);
  current = owner;
  assert(current.load() != nullptr);
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::shared_ptr<int> seen = current.load();
    assert(seen != nullptr);  // FINDING
  }
  pthread_join(worker, nullptr);
}
