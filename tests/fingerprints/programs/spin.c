// SPDX-License-Identifier: Apache-2.0
//
// A thread waits for a flag, a bounded number of rounds.
//
// CHECK: 2000 schedules, exactly 27 fingerprints
// NOTICES: a live word less
#include <pthread.h>

volatile int flag;
int data, out;

static void* setter(void* argument) {
  for (int k = 0; k < 3; k++) data = k;
  flag = 1;
  return argument;
}

static void* waiter(void* argument) {
  for (int i = 0; i < 8; i++) {
    if (flag) break;
  }
  if (flag) out = data;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, setter, 0);
  pthread_create(&second, 0, waiter, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
