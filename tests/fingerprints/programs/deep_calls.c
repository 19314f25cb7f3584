// SPDX-License-Identifier: Apache-2.0
//
// Events three calls deep: what the callers still need decides as much as the innermost frame.
//
// CHECK: 2000 schedules, exactly 60 fingerprints
// NOTICES: a live word less
#include <pthread.h>

int x, y;

__attribute__((noinline)) static int third(int a) {
  int seen = x;
  return seen > 2 ? a + 1 : a;
}

__attribute__((noinline)) static int second(int a, int b) {
  int left = third(a);
  int right = third(b);
  y = right;
  return left + right;
}

__attribute__((noinline)) static int first(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum = (sum + second(i, sum)) & 3;
  return sum;
}

static void* caller(void* argument) {
  y = first(3);
  return argument;
}

static void* writer(void* argument) {
  for (int i = 0; i < 5; i++) {
    x = i;
    if (y == 3) x = 0;
  }
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, caller, 0);
  pthread_create(&other, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
