// SPDX-License-Identifier: Apache-2.0
//
// std::thread: arguments by value and by reference, members, lambdas, move, get_id, detach, hardware_concurrency.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Adder {
  std::atomic<int> sum{0};
  void add(int value) { sum += value; }
};

int main() {
  Adder adder;
  std::vector<std::thread> threads;
  threads.emplace_back(&Adder::add, &adder, 1);
  threads.emplace_back([&adder](std::string text) { adder.add(static_cast<int>(text.size())); }, "abc");
  threads.emplace_back([](std::unique_ptr<int> owned, Adder& to) { to.add(*owned); }, std::make_unique<int>(5),
                       std::ref(adder));
  std::thread::id first = threads.front().get_id();
  assert(first != std::this_thread::get_id() && first != threads.back().get_id());
  std::thread moved = std::move(threads.front());
  assert(!threads.front().joinable() && moved.get_id() == first);
  threads.front() = std::move(moved);
  for (std::thread& thread : threads) thread.join();
  assert(adder.sum == 9);
  std::thread([] { std::this_thread::yield(); }).detach();
  assert(std::thread::hardware_concurrency() >= 1);
}
