// SPDX-License-Identifier: Apache-2.0
//
// One program that uses everything Heddle promises to control, at once and from several threads: thread, jthread, the
// std mutexes, condition variables, call_once, atomics with wait and notify, thread_local objects with destructors,
// function-local statics, exceptions, containers, streams, clocks and sleeps, futures. Its result does not depend on
// the schedule; its trace may depend on nothing else.
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <unordered_map>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::atomic<int> alive{0};

// Counts its living instances, so that a destructor that did not run, or ran twice, shows at the end.
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  int uses = 0;
};

thread_local Counted per_thread;
thread_local std::string name = "a name that does not fit into the small string buffer";

std::mutex plain;
std::recursive_mutex recursive;
std::timed_mutex timed;
std::recursive_timed_mutex recursive_timed;
std::map<std::string, int> ordered;
std::unordered_map<int, std::vector<int>> hashed;

std::once_flag once;
int attempts = 0;

const std::vector<std::string>& words() {
  static const std::vector<std::string> instance{"alpha", "beta", "gamma"};
  return instance;
}

void use_mutexes(int who) {
  {
    std::scoped_lock both(plain, recursive);
    std::lock_guard again(recursive);
    ++ordered["scoped"];
    hashed[who % 2].push_back(who);
  }
  if (timed.try_lock_for(5ms)) {
    std::unique_lock lock(timed, std::adopt_lock);
    ordered.size();
  }
  std::unique_lock lock(recursive_timed, std::try_to_lock);
  if (lock.owns_lock()) std::lock_guard again(recursive_timed);
}

void use_exceptions(int who) {
  try {
    std::vector<int>(2).at(static_cast<std::size_t>(who) + 2) = 1;
    assert(false);
  } catch (const std::out_of_range& error) {
    std::scoped_lock guard(plain);
    ordered[typeid(error).name()]++;
  }
}

void use_once() {
  for (bool done = false; !done;) {
    try {
      std::call_once(once, [] {
        if (++attempts == 1) throw std::runtime_error("first attempt");
      });
      done = true;
    } catch (const std::runtime_error&) {
    }
  }
  assert(attempts == 2 && words().size() == 3);
}

void use_streams(int who) {
  std::ostringstream text;
  text << words()[static_cast<std::size_t>(who) % 3] << ' ' << 0.5 * who << ' ' << name.size();
  std::scoped_lock guard(plain);
  std::cout << text.str() << '\n';
  std::printf("%s\n", text.str().c_str());
}

void use_time() {
  auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(20ms);
  assert(std::chrono::steady_clock::now() - before >= 20ms);
}

void work(int who) {
  ++per_thread.uses;
  name += std::to_string(who);
  use_mutexes(who);
  use_exceptions(who);
  use_once();
  use_streams(who);
  use_time();
  assert(per_thread.uses == 1);
}

// A value passed from thread to thread: through a condition variable, an atomic that is waited for, and a future.
class Relay {
 public:
  void send(int value) {
    {
      std::lock_guard guard(mutex_);
      value_ = value;
      full_ = true;
    }
    arrived_.notify_all();
  }

  int receive() {
    std::unique_lock lock(mutex_);
    while (!arrived_.wait_for(lock, 10ms, [this] { return full_; }) && ++late_ < 2) {
    }
    arrived_.wait(lock, [this] { return full_; });
    return value_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  bool full_ = false;
  int value_ = 0;
  int late_ = 0;
};

int relay(int start) {
  Relay first;
  std::atomic<int> second{0};
  std::promise<int> third;
  std::future<int> result = third.get_future();
  std::jthread one([&] {
    second.store(first.receive() + 1);
    second.notify_one();
  });
  std::jthread two([&] {
    second.wait(0);
    third.set_value(second.load() + 1);
  });
  first.send(start);
  return result.get();
}

}  // namespace

int main() {
  {
    auto shared = std::make_shared<Counted>();
    std::thread one([shared] { work(1); });
    std::jthread two([weak = std::weak_ptr(shared)](std::stop_token token) {
      work(2);
      if (auto locked = weak.lock()) assert(alive >= 1);
      assert(!token.stop_requested() || token.stop_possible());
    });
    shared.reset();
    std::future<int> later = std::async(std::launch::async, [] {
      work(3);
      return 3;
    });
    assert(relay(40) == 42);
    assert(later.get() == 3);
    one.join();
  }
  assert(alive == 0);
  assert(ordered.at("scoped") == 3 && hashed[0].size() + hashed[1].size() == 3);
}
