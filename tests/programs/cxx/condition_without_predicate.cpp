// SPDX-License-Identifier: Apache-2.0
//
// Waiting without asking first: the notification came before and is lost.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable_any changed;

int main() {
  std::thread worker([] { changed.notify_all(); });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock);  // FINDING
  }
  worker.join();
}
