// SPDX-License-Identifier: Apache-2.0
//
// Sums of half-precision numbers, which no processor adds atomically.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic _Float16 h = 1.0f16;
void* t(void* p) {
  __c11_atomic_fetch_add(&h, 1.0f16, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert((float)h == 3.0f);
}
