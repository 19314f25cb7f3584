// SPDX-License-Identifier: Apache-2.0
//
// A sum that is dead after it was compared, and results that nobody uses.
//
// CHECK: 2000 schedules, exactly 49 fingerprints
// NOTICES: a live word less
#include <pthread.h>

int x, y, z;

static void* writer(void* argument) {
  for (int k = 1; k <= 3; k++) x = k;
  y = 1;
  return argument;
}

static void* reader(void* argument) {
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += x;
  z = sum > 6;
  int seen = y;
  seen += x;
  z = seen;
  int unused = y;
  (void)unused;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
