// SPDX-License-Identifier: Apache-2.0
//
// Whether a thread has shared exceptions in one execution is nothing to the next one: what it lets go of is an event there only
// once it has.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,double-free options=--keep-going without="not deterministic" races=ignore
// HEDDLE: strategy=random verdict=finding kind=use-after-free,double-free without="not deterministic" races=ignore
#include <pthread.h>

#include <exception>

static std::exception_ptr kept;

static void* forget(void* unused) {
  kept = nullptr;
  return unused;
}

int main() {
  kept = std::make_exception_ptr(7);
  pthread_t thread;
  pthread_create(&thread, nullptr, forget, nullptr);
  try {
    throw 5;
  } catch (int) {
  }
  {
    const std::exception_ptr copy = kept;
    try {
      if (copy != nullptr) std::rethrow_exception(copy);
    } catch (int) {
    }
  }
  pthread_join(thread, nullptr);
}
