// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// What a call fills in has bytes between its members. They are not what happened to be on the stack: that would differ
// between a run and its repetition.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

struct Filled {
  stack_t stack;
  struct tm parts;
  pthread_attr_t attributes;
};

__attribute__((noinline)) static void leave_on_stack(int byte) {
  char bytes[4096];
  memset(bytes, byte, sizeof bytes);
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static void fill(struct Filled* filled, int byte) {
  const time_t then = 0;
  memset(filled, 0, sizeof *filled);
  leave_on_stack(byte);
  sigaltstack(NULL, &filled->stack);
  leave_on_stack(byte);
  gmtime_r(&then, &filled->parts);
  leave_on_stack(byte);
  pthread_attr_init(&filled->attributes);
}

static struct Filled one, other;

int main(void) {
  fill(&one, 0x55);
  fill(&other, 0xaa);
  assert(memcmp(&one, &other, sizeof one) == 0);
  return 0;
}
