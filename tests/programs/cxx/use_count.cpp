// SPDX-License-Identifier: Apache-2.0
//
// use_count() == 1 says nothing about a moment later.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion races=some
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto owner = std::make_shared<int>(1);
  std::weak_ptr<int> watcher = owner;
  std::thread other([watcher] {
    if (auto locked = watcher.lock()) assert(*locked == 1);  // FINDING
  });
  if (owner.use_count() == 1) *owner = 2;
  other.join();
}
