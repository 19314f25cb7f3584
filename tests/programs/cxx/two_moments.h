// SPDX-License-Identifier: Apache-2.0
//
// A thread, body(), that does something at a moment which executions at random hardly meet, and looks at it at another
// such moment. With -DGATES_OPEN both always come. With LOOKS_AFTERWARDS main calls look() once body() is over.
#pragma once
#include <assert.h>
#include <pthread.h>

#include <atomic>
#include <cstring>

static void body();
static void look();

#ifdef GATES_OPEN
#define MET(gate) 1
#else
#define MET(gate) ((gate) == 3)
#endif

static std::atomic<int> gates[4], between;

static bool first() { return MET(gates[0].load()) && MET(gates[1].load()); }

static bool second() {
  between = 1;
  if (!(MET(gates[2].load()) && MET(gates[3].load()))) return false;
  between = 2;
  return true;
}

static void pass(std::atomic<int>& gate) {
  for (int i = 1; i <= 6; ++i) gate = i;
  gate = 0;
}

static void* runs(void* unused) {
  body();
  return unused;
}

static void* passes_first(void* unused) {
  pass(gates[0]);
  return unused;
}

static void* passes_third(void* unused) {
  pass(gates[2]);
  return unused;
}

static void* passes_others(void* unused) {
  pass(gates[1]);
  pass(gates[3]);
  return unused;
}

int main() {
  void* (*const routines[])(void*) = {runs, passes_first, passes_third, passes_others};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], nullptr, routines[i], nullptr);
  pthread_join(threads[0], nullptr);
#ifdef LOOKS_AFTERWARDS
  look();
#endif
  for (int i = 1; i < 4; ++i) pthread_join(threads[i], nullptr);
  return 0;
}
