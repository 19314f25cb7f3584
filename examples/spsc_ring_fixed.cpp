// SPDX-License-Identifier: Apache-2.0
//
// The ring of spsc_ring.cpp with the slot written first and the index published last, and the slot given back only
// after it was read. The orders are those that C++ needs.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>

namespace {

class Ring {
 public:
  bool push(int value) {
    std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == slots_.size()) return false;
    slots_[tail % slots_.size()] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  std::optional<int> pop() {
    std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    int value = slots_[head % slots_.size()];
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

 private:
  std::array<int, 2> slots_{};
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};

Ring ring;

void consume() {
  for (int expected = 1, tries = 0; tries < 2; ++tries) {
    if (std::optional<int> value = ring.pop()) assert(*value == expected++);
  }
}

}  // namespace

int main() {
  std::thread consumer(consume);
  ring.push(1);
  ring.push(2);
  consumer.join();
}
