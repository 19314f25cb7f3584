// SPDX-License-Identifier: Apache-2.0
//
// Mutual exclusion by flags, in the wrong order. A thread that finds the other's flag down raises its own and enters.
// Both can look before either raises: then both are inside. Fails under sequential consistency. (A thread that finds
// the other's flag up goes away instead of trying again, so that the program is finite.)
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<bool> wants[2];
std::atomic<int> inside{0};

void visit(int self) {
  if (wants[1 - self].load()) return;
  wants[self].store(true);  // wrong: too late, the other may have looked already
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  wants[self].store(false);
}

}  // namespace

int main() {
  std::thread other(visit, 1);
  visit(0);
  other.join();
}
