// SPDX-License-Identifier: Apache-2.0
//
// A coroutine is begun by one thread and resumed by another: its frame lives on the heap, its locals go along.
//
// HEDDLE: strategy=dfs verdict=clean
#include <atomic>
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

std::atomic<int> result{0};

Task count(int from) {
  int local = from;
  co_await std::suspend_always{};
  result = ++local;
}

int main() {
  Task task = count(4);
  task.handle.resume();
  std::thread other([handle = task.handle] { handle.resume(); });
  other.join();
  assert(result == 5 && task.handle.done());
  task.handle.destroy();
}
