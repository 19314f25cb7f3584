// SPDX-License-Identifier: Apache-2.0
//
// Of a number and none the larger one is the number.
//
// HEDDLE: strategy=default verdict=clean flags=-lm
// HEDDLE: strategy=dfs verdict=clean flags=-lm
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic double m = 5.0;
void* t(void* p) {
  __c11_atomic_fetch_max(&m, (double)NAN, __ATOMIC_SEQ_CST);
  return 0;
}
void* u(void* p) {
  __c11_atomic_fetch_max(&m, 2.0, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, u, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(m == 5.0);
}
