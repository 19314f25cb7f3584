// SPDX-License-Identifier: Apache-2.0
//
// std::atomic<std::shared_ptr>: a reader gets the old or the new pointer, and holds what it points to.
//
// HEDDLE: strategy=dfs verdict=clean executions=650
// MODEL: atomic_shared_ptr.model
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <memory>

std::atomic<std::shared_ptr<int>> current;
std::shared_ptr<int> next;

void* body(void*) {
  current.store(std::move(next));
  return nullptr;
}

int main() {
  next = std::make_shared<int>(7);
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  {
    std::shared_ptr<int> seen = current.load();
    assert(seen == nullptr || *seen == 7);
  }
  pthread_join(worker, nullptr);
}
