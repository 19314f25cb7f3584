// SPDX-License-Identifier: Apache-2.0
//
// std::jthread joins by itself; its stop_token and stop_callback work across threads.
//
// HEDDLE: strategy=random options=--max-executions=500 verdict=incomplete executions=500
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> rounds{0};
  std::atomic<int> stopped{0};
  {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::jthread worker([&](std::stop_token token) {
      std::stop_callback callback(token, [&] { ++stopped; });
      std::unique_lock lock(mutex);
      while (!token.stop_requested()) {
        ++rounds;
        changed.wait(lock, token, [] { return false; });
      }
    });
    std::jthread plain([&] { ++rounds; });
  }
  assert(stopped <= 1 && rounds >= 1);
}
