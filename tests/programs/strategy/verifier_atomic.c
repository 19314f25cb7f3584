// SPDX-License-Identifier: Apache-2.0
//
// SV-COMP: functions whose name begins with __VERIFIER_atomic_ are one step, also where they return early or call each other.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean flags=-O2
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DBY_ANOTHER_NAME races=some
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef BY_ANOTHER_NAME
#define STEP(name) not_##name
#else
#define STEP(name) name
#endif

static int x, y;

static int STEP(__VERIFIER_atomic_read)(void) { return x; }

void STEP(__VERIFIER_atomic_add)(int limit) {
  const int before = STEP(__VERIFIER_atomic_read)();
  if (before >= limit) return;
  x = before + 1;
  y = y + 1;
}

static void* work(void* unused) {
  STEP(__VERIFIER_atomic_add)(2);
  STEP(__VERIFIER_atomic_add)(2);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2 && y == 2);
  return 0;
}
