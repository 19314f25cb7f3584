// SPDX-License-Identifier: Apache-2.0
//
// An atomic sum is rounded as the thread has it that adds, and others find it.
//
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic double m;
static atomic_int gate[2];
static void* rounds(void* p) {
  fesetround(FE_UPWARD);
  __c11_atomic_fetch_add(&m, 0x1p-60, __ATOMIC_SEQ_CST);
  return 0;
}
static void* passes(void* p) {
  for (int i = 1; i <= 6; ++i) m = i;
  m = 0;
  return 0;
}
static void* gates(void* p) {
  for (int i = 1; i <= 6; ++i) gate[0] = i;
  gate[0] = 0;
  return 0;
}
static void* looks(void* p) { /* 3.0 and a bit is rounded up */
  if (gate[0] == 3 && __atomic_load_n((long*)&m, __ATOMIC_SEQ_CST) == 0x4008000000000001) assert(0);
  return 0;
}
int main(void) {
  void* (*const f[])(void*) = {rounds, passes, gates, looks};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(t + i, 0, f[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
