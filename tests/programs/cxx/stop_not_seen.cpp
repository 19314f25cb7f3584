// SPDX-License-Identifier: Apache-2.0
//
// A thread that waits without its stop_token does not notice the request to stop; its jthread joins for ever.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

std::mutex mutex;
std::condition_variable changed;

int main() {
  std::jthread worker([](std::stop_token token) {
    std::unique_lock lock(mutex);
    while (!token.stop_requested()) changed.wait(lock);  // FINDING
  });
}
