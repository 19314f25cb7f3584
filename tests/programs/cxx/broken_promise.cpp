// SPDX-License-Identifier: Apache-2.0
//
// A promise that is destroyed unkept: whoever waits gets future_error.
//
// HEDDLE: strategy=random verdict=finding kind=uncaught-exception
#include <future>
#include <thread>

int main() {
  std::packaged_task<int()> task([] { return 1; });
  std::future<int> future = task.get_future();
  std::thread dropper([task = std::move(task)]() mutable { std::packaged_task<int()> gone = std::move(task); });
  dropper.detach();
  return future.get() - 1;
}
