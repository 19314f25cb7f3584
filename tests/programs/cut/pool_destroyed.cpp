// SPDX-License-Identifier: Apache-2.0
//
// A pool whose destructor waits, counting, until its worker says that it is leaving; the worker then looks at the pool
// once more.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free races=some
// HEDDLE: strategy=exact verdict=finding kind=use-after-free races=some
#include <pthread.h>

#include <atomic>

struct Pool {
  std::atomic<bool> stops{false}, is_leaving{false};
  std::atomic<unsigned> polls{0}, jobs{0};
  static void* work(void* argument) {
    Pool& pool = *static_cast<Pool*>(argument);
    while (!pool.stops) pool.jobs++;
    pool.is_leaving = true;
    pool.jobs = 0;  // FINDING
    return nullptr;
  }
  ~Pool() {
    stops = true;
    while (!is_leaving) polls++;
  }
};

int main() {
  Pool* pool = new Pool;
  pthread_t worker;
  pthread_create(&worker, nullptr, Pool::work, pool);
  delete pool;
  pthread_join(worker, nullptr);
}
