// SPDX-License-Identifier: Apache-2.0
//
// While its destructors run a thread still has its thread-local objects, and others may use them.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=default verdict=finding kind=use-after-free flags=-DTOO_LATE message="thread-local memory"
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore ends{0}, looked{0};
static int* shared;

struct Lender {
  int value = 3;
  ~Lender() {
    shared = &value;
    ends.release();
#ifndef TOO_LATE
    looked.acquire();
#endif
  }
};

int main() {
  std::thread thread([] {
    thread_local Lender lender;
    lender.value = 4;
  });
#ifdef TOO_LATE
  thread.join();
#endif
  ends.acquire();
  assert(*shared == 4);  // FINDING
  looked.release();
#ifndef TOO_LATE
  thread.join();
#endif
}
