// SPDX-License-Identifier: Apache-2.0
//
// An exception leaves the function of a thread: the program is terminated.
//
// HEDDLE: strategy=random verdict=finding kind=uncaught-exception message=std::runtime_error message="too late"
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<bool> closed{false};

int main() {
  std::thread worker([] {
    if (closed) throw std::runtime_error("too late");  // FINDING
  });
  closed = true;
  worker.join();
}
