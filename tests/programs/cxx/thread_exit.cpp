// SPDX-License-Identifier: Apache-2.0
//
// pthread_exit unwinds the stack: the guard lets go of the mutex.
//
// HEDDLE: strategy=dfs verdict=clean
#include <pthread.h>

#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  std::thread thread([] {
    std::lock_guard guard(mutex);
    pthread_exit(nullptr);
  });
  thread.join();
  std::lock_guard guard(mutex);
}
