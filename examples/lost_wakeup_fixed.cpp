// SPDX-License-Identifier: Apache-2.0
//
// The hand-over of lost_wakeup.cpp done right: `ready` is set and tested under the mutex that the wait releases, so
// the notification cannot fall between test and wait; and the wait tests again when it returns.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;
bool ready = false;

void produce() {
  {
    std::lock_guard guard(mutex);
    ready = true;
  }
  arrived.notify_one();
}

void consume() {
  std::unique_lock lock(mutex);
  arrived.wait(lock, [] { return ready; });
  assert(ready);
}

}  // namespace

int main() {
  std::thread producer(produce);
  consume();
  producer.join();
}
