// SPDX-License-Identifier: Apache-2.0
//
// A thread that merely waits when the process ends is no deadlock: somebody could still have given the lock back.
//
// HEDDLE: strategy=dfs verdict=clean
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  mutex.lock();
  std::thread([] { std::lock_guard guard(mutex); }).detach();
}
