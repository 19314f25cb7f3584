// SPDX-License-Identifier: Apache-2.0
//
// The flags of dekker.cpp in the right order: raise the own flag first, then look at the other's. Whoever looks second
// sees the first one's flag, so at most one enters. (Both may go away: the price of not trying again.) All accesses
// are sequentially consistent, and must be: weaker ones would let both look past each other.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<bool> wants[2];
std::atomic<int> inside{0};

void visit(int self) {
  wants[self].store(true);
  if (!wants[1 - self].load()) {
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
  }
  wants[self].store(false);
}

}  // namespace

int main() {
  std::thread other(visit, 1);
  visit(0);
  other.join();
}
