// SPDX-License-Identifier: Apache-2.0
//
// shared_ptr and weak_ptr: the last owner destroys, in whatever order the threads let go.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> alive{0};

struct Counted {
  int value = 4;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

int main() {
  auto owner = std::make_shared<Counted>();
  std::weak_ptr<Counted> observer = owner;
  std::thread one([owner] { assert(owner->value == 4); });
  std::thread two([observer] {
    if (auto locked = observer.lock()) assert(locked->value == 4);
  });
  owner.reset();
  one.join();
  two.join();
  assert(alive == 0 && observer.expired());
}
