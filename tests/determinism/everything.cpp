// SPDX-License-Identifier: Apache-2.0
//
// One program that uses everything Heddle promises to control, at once and from several threads: thread, jthread and
// stop tokens, the std mutexes and shared mutexes, condition variables, call_once, atomics of every size with wait and
// notify, atomic shared pointers, latch, barrier, thread_local objects with destructors, function-local statics,
// exceptions, containers, pools, streams, clocks and sleeps, futures, coroutines, pthread keys, read-write locks,
// semaphores, barriers and spin locks, C11
// threads, functions at exit. Its result does not depend on the schedule; its trace may depend on nothing else.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <latch>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <syncstream>
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

struct Wide {
  long first, second;
};

// Everything that stands on futexes and spinning. One acquirer only: libstdc++ 12's semaphore may forget a second one.
class Meeting {
 public:
  void arrive(int who) {
    started_.count_down();
    started_.wait();
    wide_.store(Wide{who, who});
    Wide seen = wide_.load();
    assert(seen.first == seen.second);
    real_ += 0.5;
    std::atomic_ref<long>(plain_) += who;
    current_.store(std::make_shared<int>(who));
    assert(*current_.load() > 0);
    if (who == 1) {
      handed_over_.release();
    } else {
      while (!handed_over_.try_acquire_for(1ms)) std::this_thread::yield();
      flag_.test_and_set();
      flag_.notify_all();
    }
    phase_.arrive_and_wait();
    flag_.wait(false);
    assert(completions == 1 && real_ == 1.0 && plain_ == 3);
    phase_.arrive_and_drop();
  }

 private:
  struct Completion {
    Meeting* meeting;
    void operator()() noexcept { ++meeting->completions; }
  };
  std::latch started_{2};
  std::barrier<Completion> phase_{2, Completion{this}};
  std::binary_semaphore handed_over_{0};
  std::atomic_flag flag_;
  std::atomic<Wide> wide_{Wide{0, 0}};
  std::atomic<double> real_{0};
  std::atomic<std::shared_ptr<int>> current_{std::make_shared<int>(9)};
  long plain_ = 0;
  int completions = 0;
};

void use_meeting() {
  Meeting meeting;
  std::jthread other([&meeting] { meeting.arrive(1); });
  meeting.arrive(2);
}

// A worker that waits for work or for the request to stop, under a shared lock.
void use_stop_tokens() {
  std::shared_timed_mutex mutex;
  std::condition_variable_any changed;
  std::atomic<int> stopped{0};
  std::jthread worker([&](std::stop_token token) {
    std::stop_callback callback(token, [&stopped] { ++stopped; });
    std::shared_lock lock(mutex, 5ms);
    if (lock.owns_lock()) changed.wait(lock, token, [] { return false; });
  });
  {
    std::unique_lock lock(mutex, std::try_to_lock);
    std::this_thread::yield();
  }
  worker.request_stop();
  worker.join();
  assert(stopped <= 1);
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

Task half_and_half(std::pmr::vector<int>& steps) {
  steps.push_back(1);
  co_await std::suspend_always{};
  steps.push_back(2);
}

void use_coroutine_and_pool() {
  std::pmr::synchronized_pool_resource pool;
  std::pmr::vector<int> steps(&pool);
  Task task = half_and_half(steps);
  task.handle.resume();
  std::thread([&] {
    std::pmr::string text("as long as it takes to leave the small buffer", &pool);
    task.handle.resume();
    std::osyncstream(std::cout) << text << '\n';
  }).join();
  assert(task.handle.done() && steps.size() == 2);
  task.handle.destroy();
}

pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t key_once = PTHREAD_ONCE_INIT;
pthread_key_t key;
std::atomic<int> key_values_destroyed{0};

int in_c(void*) {
  pthread_once(&key_once, [] { pthread_key_create(&key, [](void*) { ++key_values_destroyed; }); });
  pthread_setspecific(key, &key);
  pthread_rwlock_rdlock(&table_lock);
  std::size_t entries = ordered.size();
  pthread_rwlock_unlock(&table_lock);
  return entries < 100 ? 7 : 0;
}

void use_c() {
  thrd_t one;
  assert(thrd_create(&one, in_c, nullptr) == thrd_success);
  pthread_rwlock_wrlock(&table_lock);
  pthread_rwlock_unlock(&table_lock);
  int result = 0;
  assert(thrd_join(one, &result) == thrd_success && result == 7);
  assert(key_values_destroyed == 1);
}

sem_t full;
pthread_barrier_t gate;
pthread_spinlock_t spin;
int guarded = 0;

void* meet(void*) {
  sem_wait(&full);
  pthread_spin_lock(&spin);
  ++guarded;
  pthread_spin_unlock(&spin);
  int value = 0;
  while (sem_trywait(&full) != 0 && sem_getvalue(&full, &value) == 0) sched_yield();
  return pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD ? &gate : nullptr;
}

void use_posix() {
  sem_init(&full, 0, 1);
  pthread_barrier_init(&gate, nullptr, 2);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_t other;
  pthread_create(&other, nullptr, meet, nullptr);
  if (pthread_spin_trylock(&spin) == 0) {
    ++guarded;
    pthread_spin_unlock(&spin);
  } else {
    pthread_spin_lock(&spin);
    ++guarded;
    pthread_spin_unlock(&spin);
  }
  sem_post(&full);
  bool here = pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD;
  void* there = nullptr;
  pthread_join(other, &there);
  assert(here != (there != nullptr) && guarded == 2);
  pthread_spin_destroy(&spin);
  pthread_barrier_destroy(&gate);
  sem_destroy(&full);
}

void at_the_end() { assert(alive == 0); }

}  // namespace

int main() {
  std::atexit(at_the_end);
  use_meeting();
  use_stop_tokens();
  use_coroutine_and_pool();
  use_c();
  use_posix();
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
