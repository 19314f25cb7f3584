// SPDX-License-Identifier: Apache-2.0
//
// A compare-exchange of 16 bytes that fails has an order of its own.
//
// HEDDLE: strategy=default verdict=clean flags=-mcx16
// HEDDLE: strategy=default verdict=finding kind=data-race flags=-mcx16,-DRELAXED
#include <atomic>
#include <thread>

#ifdef RELAXED
constexpr auto kSucceeds = std::memory_order_acquire, kFails = std::memory_order_relaxed;
#else
constexpr auto kSucceeds = std::memory_order_relaxed, kFails = std::memory_order_acquire;
#endif

struct alignas(16) Pair {
  long first, second;
};
static std::atomic<Pair> pair;
static int data;

int main() {
  std::thread thread([] {
    data = 1;  // FINDING
    pair.store({1, 1}, std::memory_order_release);
  });
  Pair seen{5, 5};
  const bool is_exchanged = pair.compare_exchange_strong(seen, {7, 7}, kSucceeds, kFails);
  if (!is_exchanged && seen.first == 1) data = 2;  // FINDING
  thread.join();
}
