// SPDX-License-Identifier: Apache-2.0
//
// A barrier of two threads and two phases, with a completion function that runs once a phase, before anybody goes on; and
// one that a thread leaves for good.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=pct options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <barrier>
#include <cassert>
#include <thread>

std::atomic<int> arrived{0};
int phases = 0;

struct Completion {
  void operator()() noexcept {
    ++phases;
    assert(arrived == 2 * phases);
  }
};

std::barrier<Completion> barrier(2, Completion{});
std::barrier<> shrinking(2);

void work() {
  ++arrived;
  barrier.arrive_and_wait();
  assert(phases >= 1);
  ++arrived;
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  assert(phases == 2);
}

int main() {
  std::thread other([] {
    work();
    shrinking.arrive_and_drop();
  });
  work();
  shrinking.arrive_and_wait();
  shrinking.arrive_and_wait();
  other.join();
}
