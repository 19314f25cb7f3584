// SPDX-License-Identifier: Apache-2.0
//
// wait_for and wait_until may time out: what was waited for need not be there.
//
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread worker([] {
    std::lock_guard guard(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    if (!ready) changed.wait_until(lock, std::chrono::steady_clock::now() + 1s);
    assert(ready);  // FINDING
  }
  worker.join();
}
