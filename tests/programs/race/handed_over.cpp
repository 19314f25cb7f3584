// SPDX-License-Identifier: Apache-2.0
//
// Handed over by a condition variable, a semaphore, a barrier, an initialisation, a read-write lock.
//
// HEDDLE: strategy=dfs verdict=clean flags=-DWAY=1
// HEDDLE: strategy=dfs verdict=clean flags=-DWAY=2
// HEDDLE: strategy=dfs verdict=clean flags=-DWAY=3
// HEDDLE: strategy=dfs verdict=clean flags=-DWAY=4
// HEDDLE: strategy=dfs verdict=clean flags=-DWAY=5
// HEDDLE: strategy=dfs verdict=finding kind=data-race flags=-DWAY=6 races=1
#include <pthread.h>
#include <semaphore.h>

#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

int value, seen;
bool ready;
std::mutex mutex;
std::condition_variable changed;
std::once_flag once;
std::shared_mutex shared;
sem_t semaphore;
pthread_barrier_t barrier;

void first() {
#if WAY == 1
  std::lock_guard guard(mutex);
  value = 1;
  ready = true;
  changed.notify_one();
#elif WAY == 2
  value = 1;
  sem_post(&semaphore);
#elif WAY == 3
  value = 1;
  pthread_barrier_wait(&barrier);
#elif WAY == 4
  std::call_once(once, [] { value = 1; });
#elif WAY == 5
  std::lock_guard guard(shared);
  value = 1;
#else
  std::shared_lock guard(shared);  // for reading
  value = 1;  // FINDING
#endif
}

void second() {
#if WAY == 1
  std::unique_lock guard(mutex);
  changed.wait(guard, [] { return ready; });
#elif WAY == 2
  sem_wait(&semaphore);
#elif WAY == 3
  pthread_barrier_wait(&barrier);
#elif WAY == 4
  std::call_once(once, [] { value = 1; });
#else
  std::shared_lock guard(shared);
#endif
  seen = value;
}

int main() {
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, nullptr, 2);
  std::thread other(second);
  first();
  other.join();
}
