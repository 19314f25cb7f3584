// SPDX-License-Identifier: Apache-2.0
//
// mutex, recursive_mutex, timed_mutex, recursive_timed_mutex with every way to take them, scoped_lock over several.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex plain;
std::recursive_mutex recursive;
std::timed_mutex timed;
std::recursive_timed_mutex recursive_timed;
int guarded = 0;
int timed_guarded = 0;
int inside = 0;

void work() {
  {
    std::scoped_lock all(plain, recursive);
    ++guarded;
  }
  {
    std::lock_guard outer(recursive);
    std::unique_lock inner(recursive, std::try_to_lock);
    assert(inner.owns_lock());
  }
  if (timed.try_lock_for(10ms)) {
    ++timed_guarded;
    timed.unlock();
  }
  if (timed.try_lock_until(std::chrono::steady_clock::now() + 1s)) {
    assert(++inside == 1);
    --inside;
    timed.unlock();
  }
  {
    std::unique_lock lock(recursive_timed, std::defer_lock);
    if (lock.try_lock_for(1s)) {
      assert(recursive_timed.try_lock());
      recursive_timed.unlock();
    }
  }
  if (plain.try_lock()) plain.unlock();
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(guarded == 2 && timed_guarded <= 2);
}
