// SPDX-License-Identifier: Apache-2.0
//
// An own address that comes as a number: from the unwinder, from a register, in a text. The second of three alike threads
// fails or not, depending on which of them it is; it comes there in few interleavings, which executions at random hardly meet.
//
// HEDDLE: strategy=default flags=-DWAY=1 verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=2 verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=3,-mfsgsbase verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=4,-w verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=1,-DOTHER_HALF verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=2,-DOTHER_HALF verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=3,-DOTHER_HALF,-mfsgsbase verdict=finding kind=assertion
// HEDDLE: strategy=default flags=-DWAY=4,-DOTHER_HALF,-w verdict=finding kind=assertion
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

#include "second_of_three.h"

#if WAY == 1
static _Unwind_Reason_Code see(struct _Unwind_Context* context, void* bit) {
  *(int*)bit = (int)(_Unwind_GetCFA(context) >> 27) & 1;
  return _URC_END_OF_STACK;
}

static int who(void) {
  static int bit;
  _Unwind_Backtrace(see, &bit);
  return bit;
}
#elif WAY == 2
register unsigned long stack_pointer asm("rsp");
static int who(void) { return (stack_pointer >> 27) & 1; }
#elif WAY == 3
static int who(void) { return (__builtin_ia32_rdfsbase64() >> 18) & 1; }
#else
static char text[64];
static _Thread_local char own;

static int who(void) {
  snprintf(text, sizeof text, "%d %s %lx", 1, "two", &own);
  return (strtoul(text + 6, NULL, 16) >> 18) & 1;
}
#endif

static void meet(void) { assert(who() != FAILS); }  // FINDING
