// SPDX-License-Identifier: Apache-2.0
//
// A detached thread uses a static object when main has returned and the object is destroyed.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--keep-going executions=19
// MODEL: exit_destructor_broken.model
#include <pthread.h>

#include <atomic>
#include <cassert>

struct Registry {
  std::atomic<int> state{1};
  ~Registry() { state = 2; }
};
Registry registry;

void* body(void*) {
  assert(registry.state == 1);  // FINDING
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  pthread_detach(worker);
}
