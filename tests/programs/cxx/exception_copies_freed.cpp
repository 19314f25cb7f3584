// SPDX-License-Identifier: Apache-2.0
//
// Copies of an exception share its text: the last one frees it. Here two threads destroy one each.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <pthread.h>

#include <stdexcept>

static std::runtime_error *one, *two;

static void* destroys_one(void* unused) {
  delete one;
  return unused;
}

static void* destroys_two(void* unused) {
  delete two;
  return unused;
}

int main() {
  one = new std::runtime_error("some text");
  two = new std::runtime_error(*one);
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, destroys_one, nullptr);
  pthread_create(&threads[1], nullptr, destroys_two, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
