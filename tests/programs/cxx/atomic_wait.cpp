// SPDX-License-Identifier: Apache-2.0
//
// std::atomic wait, notify_one and notify_all, for an int (a futex) and for a wider type (libstdc++'s waiter pool), and
// atomic_flag.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

std::atomic<int> narrow{0};
std::atomic<std::uint64_t> wide{0};
std::atomic_flag flag;

int main() {
  std::thread worker([] {
    narrow.wait(0);
    assert(narrow == 1);
    wide.store(1);
    wide.notify_all();
    flag.test_and_set();
    flag.notify_one();
  });
  narrow.store(1);
  narrow.notify_one();
  wide.wait(0);
  assert(wide == 1);
  flag.wait(false);
  worker.join();
}
