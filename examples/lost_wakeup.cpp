// SPDX-License-Identifier: Apache-2.0
//
// Lost wake-up. The consumer looks at `ready` without the lock and waits if it is not set. If the producer sets it and
// notifies between the look and the wait, nobody is waiting yet: the notification is lost and the consumer sleeps
// for ever. Fails under sequential consistency, as a deadlock.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;
std::atomic<bool> ready{false};

void produce() {
  ready = true;
  arrived.notify_one();
}

void consume() {
  if (!ready) {
    std::unique_lock lock(mutex);
    arrived.wait(lock);
  }
}

}  // namespace

int main() {
  std::thread producer(produce);
  consume();
  producer.join();
}
