// SPDX-License-Identifier: Apache-2.0
//
// Two permits for three holders: with try_acquire not looked at, three are inside.
//
// HEDDLE: strategy=random verdict=finding kind=assertion
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;

std::counting_semaphore<2> permits{2};
std::atomic<int> inside{0};

void enter(bool ask_twice) {
  if (!permits.try_acquire() && ask_twice) (void)permits.try_acquire_for(1ms);
  assert(++inside <= 2);  // FINDING
  --inside;
}

int main() {
  std::thread one(enter, true), two(enter, false);
  enter(false);
  one.join();
  two.join();
}
