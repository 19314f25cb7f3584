// SPDX-License-Identifier: Apache-2.0
//
// Locks of different types, and data, follow each other in the same memory: on the stack of main, and in a union.
//
// HEDDLE: strategy=default verdict=clean output="Explored all interleavings"
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DBROKEN
#include <cassert>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <thread>

union Room {
  std::mutex mutex;
  std::shared_mutex shared;
  std::once_flag flag;
  long data[8];
  Room() {}
  ~Room() {}
};

static int count, runs;

int main() {
  Room room;
  new (&room.mutex) std::mutex;
  {
    std::thread other([&] { std::lock_guard<std::mutex> guard(room.mutex); ++count; });
    {
      std::lock_guard<std::mutex> guard(room.mutex);
      ++count;
    }
    other.join();
  }
  new (&room.flag) std::once_flag;
  {
    std::thread other([&] { std::call_once(room.flag, [] { ++runs; }); });
    std::call_once(room.flag, [] { ++runs; });
    other.join();
  }
  assert(runs == 1);
  for (int i = 0; i < 8; ++i) room.data[i] = count + i;
  assert(room.data[3] == 5);
  new (&room.shared) std::shared_mutex;
  {
    std::thread other([&] {
      std::unique_lock<std::shared_mutex> guard(room.shared);
      ++count;
    });
    std::shared_lock<std::shared_mutex> guard(room.shared);
#ifdef BROKEN
    assert(count == 2);  // FINDING
#endif
    guard.unlock();
    other.join();
  }
  assert(count == 3);
}
