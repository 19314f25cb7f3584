// SPDX-License-Identifier: Apache-2.0
//
// Two threads add the other's number to their own. Between reading it and the next event they do what cannot be tried out
// with another number and taken back: they allocate, divide, throw, call a library, fail. Nothing of that may show, and
// the one failure that there is must be found.
//
// HEDDLE: strategy=exact options=--paranoid,1 verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

static std::atomic<int> numbers[2] = {1, 1};

static int checked(int number) {
  if (number == 13) throw std::runtime_error("13");
  return number;
}

static void add(int me) {
  for (int round = 0; round < 4; ++round) {
    int own = numbers[me];
    int other = numbers[1 - me];
    std::vector<int> history;
    if (other == 2) history.assign(3, other);
    if (other == 3) own += std::abs(std::atoi("-1")) - 1;
    if (other == 5) own += 10 / (other - 4) - 10;
    try {
      own += checked(other);
    } catch (const std::runtime_error&) {
      own += 13;
    }
    assert(own != 34 || other != 21);  // FINDING
    numbers[me] = own;
  }
}

int main() {
  std::thread first(add, 0), second(add, 1);
  first.join();
  second.join();
}
