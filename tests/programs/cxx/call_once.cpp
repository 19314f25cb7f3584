// SPDX-License-Identifier: Apache-2.0
//
// call_once: an initialiser that throws lets the next caller try again; afterwards everybody sees the result.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
int attempts = 0;
int value = 0;

void initialise() {
  if (++attempts == 1) throw std::runtime_error("not yet");
  value = 7;
}

void work() {
  for (;;) {
    try {
      std::call_once(flag, initialise);
      break;
    } catch (const std::runtime_error&) {
    }
  }
  assert(value == 7);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(attempts == 2);
}
