// SPDX-License-Identifier: Apache-2.0
//
// The names of the SV-COMP benchmarks work without a header of ours.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

static void* work(void* unused) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  int start = __VERIFIER_nondet_bool();
  __VERIFIER_assume(start == 1);
  pthread_create(&thread, NULL, work, NULL);
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  assert(x == 1);  // FINDING
  pthread_join(thread, NULL);
  return 0;
}
