// SPDX-License-Identifier: Apache-2.0
//
// A thread that changes something at a moment that executions at random hardly meet, and looks at it at another such
// moment. Who takes what it was changed by for memory that nobody reads puts both pasts together and never looks. With
// -DGATES_OPEN both moments always come.
#pragma once
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GATES_OPEN
#define MET(gate) 1
#else
#define MET(gate) ((gate) == 3)
#endif

static void prepare(void);
static void change(void);
static void look(void);

static atomic_int gates[4], between;

static void* changes_and_looks(void* unused) {
  if (MET(gates[0]) && MET(gates[1])) change();
  between = 1;
  if (MET(gates[2]) && MET(gates[3])) {
    between = 2;
    look();
  }
  return unused;
}

static void pass(atomic_int* gate) {
  for (int i = 1; i <= 6; ++i) *gate = i;
  *gate = 0;
}

static void* passes_first(void* unused) {
  pass(&gates[0]);
  return unused;
}

static void* passes_third(void* unused) {
  pass(&gates[2]);
  return unused;
}

static void* passes_others(void* unused) {
  pass(&gates[1]);
  pass(&gates[3]);
  return unused;
}

int main(void) {
  void* (*const routines[4])(void*) = {changes_and_looks, passes_first, passes_third, passes_others};
  pthread_t threads[4];
  prepare();
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
