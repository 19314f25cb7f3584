// SPDX-License-Identifier: Apache-2.0
//
// promise, shared_future, packaged_task, async (both policies), time-outs, exceptions: each result comes once, to everybody.
//
// HEDDLE: strategy=random options=--max-executions=500 verdict=incomplete executions=500
// HEDDLE: strategy=pct options=--max-executions=500 verdict=incomplete executions=500
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::shared_future<int> shared = std::async(std::launch::async, [] { return 6; }).share();
  std::future<int> lazy = std::async(std::launch::deferred, [] { return 7; });
  assert(lazy.wait_for(1s) == std::future_status::deferred);
  std::thread reader([shared] { assert(shared.get() == 6); });
  std::future_status status = shared.wait_until(std::chrono::steady_clock::now() + 1ms);
  assert(status == std::future_status::ready || status == std::future_status::timeout);
  assert(shared.get() * lazy.get() == 42);
  std::promise<void> failing;
  std::future<void> failed = failing.get_future();
  std::thread thrower([&failing] { failing.set_exception(std::make_exception_ptr(std::runtime_error("no"))); });
  bool caught = false;
  try {
    failed.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
  reader.join();
  thrower.join();
}
