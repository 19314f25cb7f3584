// SPDX-License-Identifier: Apache-2.0
//
// An exception that reaches a noexcept function terminates the program there.
//
// HEDDLE: strategy=random verdict=finding kind=uncaught-exception
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> value{0};

void change() noexcept {
  if (value.fetch_add(1) == 1) throw std::logic_error("second");  // FINDING
}

int main() {
  std::thread worker(change);
  try {
    change();
  } catch (const std::logic_error&) {
  }
  worker.join();
}
