// SPDX-License-Identifier: Apache-2.0
//
// A std::condition_variable is made anew by placement new while a thread may wait on it.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool is_done;

int main() {
  std::thread other([] {
    std::unique_lock<std::mutex> guard(mutex);
    changed.wait(guard, [] { return is_done; });
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    new (&changed) std::condition_variable;
    is_done = true;
  }
  changed.notify_all();
  other.join();
}
