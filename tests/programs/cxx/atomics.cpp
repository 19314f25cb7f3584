// SPDX-License-Identifier: Apache-2.0
//
// std::atomic of every size, pointers, floating point, a 16-byte struct, atomic_ref, weak compare-exchange in a loop.
//
// HEDDLE: strategy=random flags=-mcx16,-latomic options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean flags=-mcx16,-latomic
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Pair {
  std::uint64_t first, second;
  bool operator==(const Pair&) const = default;
};

std::atomic<std::uint8_t> byte{0};
std::atomic<std::int16_t> half{0};
std::atomic<std::uint64_t> word{0};
std::atomic<double> real{0.0};
std::atomic<Pair> pair{Pair{0, 0}};
int cells[4];
std::atomic<int*> cursor{cells};
int plain = 0;

void work() {
  byte.fetch_add(1, std::memory_order_relaxed);
  half.fetch_sub(2, std::memory_order_acq_rel);
  word.fetch_xor(0xff00, std::memory_order_release);
  real.fetch_add(0.5);
  Pair expected = pair.load();
  while (!pair.compare_exchange_weak(expected, Pair{expected.first + 1, expected.second + 2})) {
  }
  *cursor.fetch_add(1) = 1;
  std::atomic_ref<int>(plain).fetch_add(3);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(byte == 2 && half == -4 && word == 0 && real == 1.0 && plain == 6);
  assert((pair.load() == Pair{2, 4}) && cells[0] + cells[1] == 2);
}
