// SPDX-License-Identifier: Apache-2.0
//
// Single-producer single-consumer ring that publishes the index before the slot. The consumer can see that there is
// an element and read the slot before the producer has written it. Fails under sequential consistency.
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
    std::size_t tail = tail_.load();
    if (tail - head_.load() == slots_.size()) return false;
    tail_.store(tail + 1);                // wrong: announces the element,
    slots_[tail % slots_.size()] = value;  // which is written only here
    return true;
  }

  std::optional<int> pop() {
    std::size_t head = head_.load();
    if (head == tail_.load()) return std::nullopt;
    int value = slots_[head % slots_.size()];
    head_.store(head + 1);
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
