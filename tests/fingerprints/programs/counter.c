// SPDX-License-Identifier: Apache-2.0
//
// Two threads count up and down without a lock.
//
// CHECK: 2000 schedules, exactly 104 fingerprints
// NOTICES: a live word less
#include <pthread.h>

enum { kRounds = 5 };
int counter;

static void* up(void* argument) {
  for (int i = 0; i < kRounds; i++) counter = counter + 1;
  return argument;
}

static void* down(void* argument) {
  for (int i = 0; i < kRounds; i++) counter = counter - 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, up, 0);
  pthread_create(&second, 0, down, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return counter >= -kRounds && counter <= kRounds ? 0 : 1;
}
