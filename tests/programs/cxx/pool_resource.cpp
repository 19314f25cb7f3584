// SPDX-License-Identifier: Apache-2.0
//
// std::pmr::synchronized_pool_resource serves several threads.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete executions=300
// HEDDLE: strategy=default verdict=incomplete
#include <cassert>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

std::pmr::synchronized_pool_resource pool;

void work() {
  std::pmr::vector<std::pmr::string> texts(&pool);
  for (int i = 0; i < 3; ++i) texts.emplace_back("a text that is too long for the small buffer");
  assert(texts.size() == 3 && texts.back().size() == 44);
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
