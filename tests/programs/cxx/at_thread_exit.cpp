// SPDX-License-Identifier: Apache-2.0
//
// What is promised for the end of a thread comes when it ends: futures and notifications.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool ready = false;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread thread([&] { promise.set_value_at_thread_exit(4); });
  assert(future.get() == 4);
  thread.join();
  std::thread([] {
    std::unique_lock lock(mutex);
    ready = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  }).detach();
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return ready; });
}
