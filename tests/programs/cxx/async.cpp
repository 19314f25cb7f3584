// SPDX-License-Identifier: Apache-2.0
//
// std::async, promise, future and packaged_task.
//
// HEDDLE: strategy=random options=--max-executions=500 verdict=incomplete executions=500
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::future<int> later = std::async(std::launch::async, [] { return 6; });
  std::promise<int> promise;
  std::future<int> promised = promise.get_future();
  std::thread keeper([&promise] { promise.set_value(7); });
  std::packaged_task<int()> task([]() -> int { throw std::logic_error("no"); });
  std::future<int> failed = task.get_future();
  std::thread runner(std::move(task));
  assert(later.get() * promised.get() == 42);
  bool caught = false;
  try {
    failed.get();
  } catch (const std::logic_error&) {
    caught = true;
  }
  assert(caught);
  keeper.join();
  runner.join();
}
