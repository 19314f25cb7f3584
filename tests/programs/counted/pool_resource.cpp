// SPDX-License-Identifier: Apache-2.0
//
// std::pmr::synchronized_pool_resource: two threads allocate and give back; a thread's pools end with it.
//
// HEDDLE: strategy=dfs verdict=incomplete executions=14131
// MODEL: pool_resource.model
#include <pthread.h>

#include <memory_resource>

std::pmr::synchronized_pool_resource pool;

void* body(void*) {
  pool.deallocate(pool.allocate(8), 8);
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, body, nullptr);
  body(nullptr);
  pthread_join(worker, nullptr);
}
