// SPDX-License-Identifier: Apache-2.0
//
// A true finding in moodycamel::ConcurrentQueue (libconcurrentqueue-dev 1.0.3) when it is told to use thread_local:
// each implicit producer is subscribed to the end of its thread, but the queue's destructor unsubscribes it from the
// list of the thread that destroys (ThreadExitNotifier::unsubscribe). If the producing thread ends after the queue is
// gone, its notifier calls into the freed producer. Upstream: cameron314/concurrentqueue 3e72a15, part of 1.0.4. All
// operations on the queue have returned before it is destroyed, so the program is right. The thread has to stand still
// at its end while main does some fifty operations: switching at random never shows it, priorities do at once.
//
// FLAGS: -DMOODYCAMEL_CPP11_THREAD_LOCAL_SUPPORTED
// HEDDLE: strategy=random verdict=incomplete executions=10000 races=ignore
// HEDDLE: strategy=pct verdict=finding kind=crash,use-after-free races=ignore
// HEDDLE: strategy=pos verdict=finding kind=crash,use-after-free races=ignore
// HEDDLE: strategy=random verdict=finding kind=data-race options=--max-executions=3000
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

int main() {
  auto queue = std::make_unique<moodycamel::ConcurrentQueue<int>>();
  std::mutex mutex;
  std::condition_variable changed;
  bool enqueued = false;
  std::thread producer([&] {
    assert(queue->enqueue(1));
    std::lock_guard<std::mutex> guard(mutex);
    enqueued = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return enqueued; });
  }
  int value = 0;
  assert(queue->try_dequeue(value) && value == 1);
  queue.reset();
  producer.join();
  return 0;
}
