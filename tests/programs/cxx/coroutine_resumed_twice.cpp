// SPDX-License-Identifier: Apache-2.0
//
// Two threads resume the same coroutine: each may find it suspended at the same point.
//
// HEDDLE: strategy=random verdict=finding kind=assertion,crash,null-dereference races=some
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

int steps = 0;

Task walk() {
  ++steps;
  co_await std::suspend_always{};
  ++steps;
}

int main() {
  Task task = walk();
  std::thread other([handle = task.handle] { handle.resume(); });
  task.handle.resume();
  other.join();
  assert(steps == 2);
  task.handle.destroy();
}
