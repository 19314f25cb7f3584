// SPDX-License-Identifier: Apache-2.0
//
// Destructors of static objects run when main has returned, while a detached thread may still run.
//
// HEDDLE: strategy=dfs verdict=clean executions=56
// MODEL: exit_destructor.model
#include <pthread.h>

#include <atomic>
#include <cassert>

struct Registry {
  std::atomic<int> state{1};
  ~Registry() { state = 2; }
};
Registry registry;
std::atomic<int> seen{0};

void* body(void*) {
  seen = registry.state.load();
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  pthread_detach(worker);
  assert(seen < 2);
}
