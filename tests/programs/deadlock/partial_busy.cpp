// SPDX-License-Identifier: Apache-2.0
//
// Two threads wait for each other's locks while a third one goes on: a deadlock, although something still runs.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock message="went on"
// HEDDLE: strategy=random verdict=finding kind=deadlock
#include <atomic>
#include <mutex>
#include <thread>

std::mutex left, right;
std::atomic<int> ticks;

int main() {
  std::thread([] {
    std::lock_guard one(left);
    std::lock_guard other(right);  // FINDING
  }).detach();
  std::thread([] {
    std::lock_guard one(right);
    std::lock_guard other(left);  // FINDING
  }).detach();
  for (int round = 0; round < 3; ++round) ++ticks;
}
