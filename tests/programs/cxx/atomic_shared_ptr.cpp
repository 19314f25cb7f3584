// SPDX-License-Identifier: Apache-2.0
//
// std::atomic<std::shared_ptr> and std::atomic<std::weak_ptr>: readers hold what they loaded, the last one destroys.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=pct options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> alive{0};

struct Node {
  explicit Node(int initial) : value(initial) { ++alive; }
  ~Node() { --alive; }
  int value;
};

int main() {
  {
    std::atomic<std::shared_ptr<Node>> current{std::make_shared<Node>(1)};
    std::atomic<std::weak_ptr<Node>> watched{current.load()};
    std::thread writer([&] {
      std::shared_ptr<Node> expected = current.load();
      while (!current.compare_exchange_weak(expected, std::make_shared<Node>(expected->value + 1))) {
      }
      watched.store(current.load());
    });
    std::shared_ptr<Node> seen = current.load();
    assert(seen->value == 1 || seen->value == 2);
    if (std::shared_ptr<Node> locked = watched.load().lock()) assert(locked->value >= 1);
    current.exchange(std::make_shared<Node>(5));
    writer.join();
  }
  assert(alive == 0);
}
