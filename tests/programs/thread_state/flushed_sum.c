// SPDX-License-Identifier: Apache-2.0
//
// An atomic sum that is too small is zero where the thread has it so.
//
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-lm
#include <assert.h>
#include <fenv.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic double m;
static atomic_int gate[2];
static void* flushes(void* p) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  __c11_atomic_fetch_add(&m, 0x1p-1040, __ATOMIC_SEQ_CST);
  return 0;
}
static void* passes(void* p) {
  for (int i = 1; i <= 6; ++i) m = i * 0x1p-1040;
  m = 1;
  return 0;
}
static void* gates(void* p) {
  for (int i = 1; i <= 6; ++i) gate[0] = i;
  gate[0] = 0;
  return 0;
}
static void* looks(void* p) {
  if (gate[0] == 3 && m == 0) assert(0);
  return 0;
}
int main(void) {
  m = 1;
  void* (*const f[])(void*) = {flushes, passes, gates, looks};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(t + i, 0, f[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
