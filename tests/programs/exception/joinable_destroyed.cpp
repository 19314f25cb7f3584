// SPDX-License-Identifier: Apache-2.0
//
// The exception is caught, but on its way it destroys a thread that was not joined: std::terminate, without any
// exception that could be named, in one of the orders.
//
// HEDDLE: strategy=random verdict=finding kind=crash,uncaught-exception
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  try {
    std::thread worker([] { ready = true; });
    if (!ready) throw std::runtime_error("not ready");
    worker.join();
  } catch (const std::runtime_error&) {
  }
}
