// SPDX-License-Identifier: Apache-2.0
//
// A handler of the program runs when the program raises its signal, and is forgotten with the execution.
//
// HEDDLE: strategy=random options=--max-executions=100 verdict=incomplete executions=100
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static int calls;
static void count(int number) { calls += number == SIGUSR1; }
static void count_more(int number, siginfo_t* info, void* context) {
  (void)context;
  calls += info->si_signo == number ? 10 : 0;
}

int main(void) {
  struct sigaction before, wish;
  assert(sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_handler == SIG_DFL);
  assert(signal(SIGUSR1, count) == SIG_DFL);
  raise(SIGUSR1);
  memset(&wish, 0, sizeof wish);
  wish.sa_sigaction = count_more;
  wish.sa_flags = SA_SIGINFO;
  assert(sigaction(SIGUSR1, &wish, &before) == 0 && before.sa_handler == count);
  raise(SIGUSR1);
  assert(signal(SIGTERM, SIG_IGN) == SIG_DFL);
  raise(SIGTERM);
  assert(calls == 11);
  return 0;
}
