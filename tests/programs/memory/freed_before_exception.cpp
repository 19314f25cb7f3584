// SPDX-License-Identifier: Apache-2.0
//
// Memory is freed, and used after that, only once a thread has thrown what nobody will catch. The exception is empty: to
// throw it is no operation.
//
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=uncaught-exception,use-after-free executions=661 races=some output=use-after-free
// HEDDLE: strategy=exact options=--keep-going verdict=finding kind=uncaught-exception,use-after-free races=some output=use-after-free
// MODEL: freed_before_exception.model
#include <pthread.h>

#include <atomic>

struct Nothing {};

static std::atomic<int> thrown;
static int* block;

static void* one(void*) {
  thrown = 1;
  throw Nothing{};
}

static void* other(void* unused) {
  if (thrown) delete block;
  return unused;
}

int main() {
  pthread_t threads[2];
  block = new int;
  pthread_create(&threads[0], nullptr, one, nullptr);
  pthread_create(&threads[1], nullptr, other, nullptr);
  if (thrown) *block = 1;
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
}
