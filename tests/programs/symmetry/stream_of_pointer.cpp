// SPDX-License-Identifier: Apache-2.0
//
// An address as text, as streams print it, and the id of a thread. WAY: which.
//
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DWAY=1
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DWAY=2
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <sstream>
#include <thread>

namespace {

std::atomic<int> came;
std::atomic<std::thread::id> first;

void* work(void*) {
  const int before = came++;
  if (before != 1) return nullptr;
#if WAY == 1
  char here;
  std::ostringstream text;
  text << static_cast<void*>(&here);
  assert(text.str()[7] != 'f');  // FINDING
#else
  assert(!(std::this_thread::get_id() < first.load()));  // FINDING
#endif
  return nullptr;
}

}  // namespace

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, work, nullptr);
#if WAY == 2
  // nobody waits for it: where it is not known yet, nothing is less
  first = reinterpret_cast<const std::thread::id&>(threads[1]);
#endif
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
