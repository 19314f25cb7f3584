// SPDX-License-Identifier: Apache-2.0
//
// A fault is a finding even if the program has a handler for it that would hide it.
//
// HEDDLE: strategy=random verdict=finding kind=null-dereference replays=100
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

static char stack[65536];
static void hide(int number) {
  (void)number;
  exit(0);
}

int main(void) {
  stack_t alternate = {stack, 0, sizeof stack};
  struct sigaction wish = {0};
  wish.sa_handler = hide;
  wish.sa_flags = SA_ONSTACK;
  sigaltstack(&alternate, NULL);
  sigaction(SIGSEGV, &wish, NULL);
  *(volatile int*)NULL = 1;  // FINDING
  return 0;
}
