// SPDX-License-Identifier: Apache-2.0
//
// Exceptions in flight in several threads at once, with switches inside catch blocks and destructors: each thread keeps
// its own.
//
// HEDDLE: strategy=random options=--max-executions=2000 verdict=incomplete executions=2000
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> unwound{0};

struct Counted {
  ~Counted() { ++unwound; }
};

void fail(int who) {
  Counted counted;
  throw std::runtime_error("thread " + std::to_string(who));
}

void work(int who) {
  for (int round = 0; round < 2; ++round) {
    try {
      fail(who);
    } catch (const std::runtime_error& error) {
      ++unwound;
      assert(error.what() == "thread " + std::to_string(who));
      assert(std::uncaught_exceptions() == 0);
      try {
        throw;
      } catch (const std::exception& again) {
        assert(&again == &error);
      }
    }
  }
}

int main() {
  std::thread one(work, 1), two(work, 2);
  work(3);
  one.join();
  two.join();
  assert(unwound == 12);
}
