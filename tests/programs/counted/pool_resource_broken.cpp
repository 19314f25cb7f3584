// SPDX-License-Identifier: Apache-2.0
//
// std::pmr::synchronized_pool_resource: release() takes back what another thread still uses.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free options=--keep-going executions=455 races=some
// MODEL: pool_resource_broken.model
#include <pthread.h>

#include <memory_resource>

std::pmr::synchronized_pool_resource pool;
int* number;

void* body(void*) {
  *number = 1;  // FINDING
  return nullptr;
}

int main() {
  number = static_cast<int*>(pool.allocate(sizeof(int)));
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  pool.release();
  pthread_join(worker, nullptr);
}
