// SPDX-License-Identifier: Apache-2.0
//
// Whether a failure throws depends on what another thread has asked for; the state is set before.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;
static int thrown;

static void ask() {
  lock.lock();
  std::clog.exceptions(std::ios_base::failbit);
  lock.unlock();
  lock.lock();
  std::clog.exceptions(std::ios_base::goodbit);
  lock.unlock();
}
static void fail() {
  lock.lock();
  try {
    std::clog.setstate(std::ios_base::failbit);
  } catch (const std::ios_base::failure&) {
    ++thrown;
    assert(std::clog.fail());
  }
  std::clog.clear();
  lock.unlock();
}

int main() {
  std::thread asks(ask), fails(fail);
  asks.join();
  fails.join();
  assert(thrown == 0);  // FINDING
}
