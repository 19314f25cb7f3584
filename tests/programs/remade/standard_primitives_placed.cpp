// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++ builds of atomics, made anew in place: a semaphore loses what was released, a latch is whole again.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock races=ignore
// HEDDLE: strategy=default verdict=finding kind=deadlock races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=deadlock races=ignore flags=-DLATCH
// HEDDLE: strategy=default verdict=finding kind=deadlock races=ignore flags=-DLATCH
#include <latch>
#include <new>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> ready(0);
static std::latch done(1);

int main() {
  std::thread one([] {
    ready.release();
    done.count_down();
  });
#ifdef LATCH
  new (&done) std::latch(1);
  done.wait();
#else
  new (&ready) std::counting_semaphore<4>(0);
  ready.acquire();
#endif
  one.join();
}
