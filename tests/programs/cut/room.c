// SPDX-License-Identifier: Apache-2.0
//
// An execution has room for 524,272 events of all threads together, whatever --max-events allows each of them: a bound of its own.
//
// HEDDLE: strategy=random verdict=incomplete options=--max-events=1000000,--max-executions=3 output="there is no room for more"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* unused) {
  for (int i = 0; i < 300000; ++i) counter++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, count, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
