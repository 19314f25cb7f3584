// SPDX-License-Identifier: Apache-2.0
//
// A queue with a lock and a condition variable.
//
// CHECK: 2000 schedules, fingerprints at most 30 percent of the pasts
// NOTICES: a live word less
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::condition_variable filled;
std::vector<int> queue;
int sum = 0;

void produce(int id) {
  for (int i = 0; i < 2; ++i) {
    {
      std::lock_guard<std::mutex> guard(mutex);
      queue.push_back(id * 10 + i);
    }
    filled.notify_one();
  }
}

void consume() {
  for (int taken = 0; taken < 4; ++taken) {
    std::unique_lock<std::mutex> lock(mutex);
    filled.wait(lock, [] { return !queue.empty(); });
    sum += queue.back();
    queue.pop_back();
  }
}

}  // namespace

int main() {
  std::thread first(produce, 1);
  std::thread taker(consume);
  std::thread second(produce, 2);
  first.join();
  taker.join();
  second.join();
  return sum == 10 + 11 + 20 + 21 ? 0 : 1;
}
