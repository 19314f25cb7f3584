// SPDX-License-Identifier: Apache-2.0
//
// What is promised for the end of a thread comes when it ends: futures and notifications. The process may end before a
// detached thread notifies: a condition variable that goes with the static objects is destroyed by then.
//
// HEDDLE: strategy=random options=--max-executions=300 verdict=incomplete
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DSTATIC message="use of a condition variable that was destroyed"
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

std::mutex mutex;
#ifdef STATIC
std::condition_variable condition;
#else
std::condition_variable& condition = *new std::condition_variable;
#endif
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
