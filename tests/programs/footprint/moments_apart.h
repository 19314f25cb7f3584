// SPDX-License-Identifier: Apache-2.0
//
// One thread calls change(), another one look(), each at a moment that executions at random hardly meet. With -DGATES_OPEN both
// always come.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void change(void);
static void look(void);

#ifdef GATES_OPEN
#define MET(gate) 1
#else
#define MET(gate) ((gate) == 3)
#endif

static atomic_int gates[3], between;

static void* looks(void* unused) {
  if (MET(gates[0])) {
    between = 1;
    look();
  }
  return unused;
}

static void* changes(void* unused) {
  if (MET(gates[1]) && MET(gates[2])) change();
  return unused;
}

static void pass(atomic_int* gate) {
  for (int i = 1; i <= 6; ++i) *gate = i;
  *gate = 0;
}

static void* passes(void* unused) {
  pass(&gates[1]);
  pass(&gates[0]);
  return unused;
}

static void* passes_another(void* unused) {
  pass(&gates[2]);
  return unused;
}

static void run_threads(void) {
  void* (*const routines[])(void*) = {looks, changes, passes, passes_another};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, routines[i], 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
}
