// SPDX-License-Identifier: Apache-2.0
//
// condition_variable_any waits with a stop_token: a request to stop wakes it, whenever it comes; callbacks run once.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=pct options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <thread>

std::shared_mutex mutex;
std::condition_variable_any changed;
bool ready = false;
std::atomic<int> called{0};

int main() {
  std::jthread worker([](std::stop_token token) {
    std::stop_callback callback(token, [] { ++called; });
    std::shared_lock lock(mutex);
    bool there = changed.wait(lock, token, [] { return ready; });
    assert(there || token.stop_requested());
  });
  std::stop_source source = worker.get_stop_source();
  std::jthread other([source]() mutable { source.request_stop(); });
  worker.request_stop();
  worker.join();
  assert(source.stop_requested() && called <= 1);
}
