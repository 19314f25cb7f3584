// SPDX-License-Identifier: Apache-2.0
//
// The zero flag as an output tells who has won.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean executions=79
// MODEL: flag_outputs.model
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int owner, wins;

static bool take(int name) {
  bool success;
  int expected = 0;
  __asm__ volatile("lock cmpxchgl %3, %0" : "+m"(owner), "=@ccz"(success), "+a"(expected) : "r"(name) : "memory", "cc");
  return success;
}

static void* first(void* unused) {
  if (take(1)) wins++;
  return unused;
}

static void* second(void* unused) {
  if (take(2)) wins++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(wins == 1);
  return 0;
}
