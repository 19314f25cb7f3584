// SPDX-License-Identifier: Apache-2.0
//
// thread_local objects: one per thread, built on first use, destroyed at the thread's end, main's at exit.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

std::atomic<int> built{0};
std::atomic<int> destroyed{0};

struct Counted {
  std::string text = "a text that is too long for the small buffer";
  int value = 0;
  Counted() { ++built; }
  ~Counted() { ++destroyed; }
};

thread_local Counted counted;
thread_local int simple = 3;

void work(int rounds) {
  for (int round = 0; round < rounds; ++round) ++counted.value, ++simple;
  assert(counted.value == rounds && simple == 3 + rounds);
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
  assert(built == 2 && destroyed == 2 && simple == 3);
  work(3);
  assert(built == 3 && destroyed == 2);
}
