// SPDX-License-Identifier: Apache-2.0
//
// Sleeping for hours takes no time, the clocks agree that it did, and they never go backwards.
//
// HEDDLE: strategy=random options=--max-executions=500 verdict=incomplete executions=500
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

int main() {
  auto start = std::chrono::steady_clock::now();
  std::thread worker([] {
    auto before = std::chrono::system_clock::now();
    std::this_thread::sleep_for(2h);
    assert(std::chrono::system_clock::now() - before >= 2h);
  });
  std::this_thread::sleep_until(start + 1h);
  assert(std::chrono::steady_clock::now() - start >= 1h);
  worker.join();
}
