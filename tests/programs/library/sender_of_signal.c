// SPDX-License-Identifier: Apache-2.0
//
// A handler that asks who sent the signal.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static pid_t sender;
static int code;

static void handle(int number, siginfo_t* facts, void* context) {
  (void)number, (void)context;
  sender = facts->si_pid;
  code = facts->si_code;
}

int main(void) {
  struct sigaction wish = {0};
  wish.sa_sigaction = handle;
  wish.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &wish, 0);
  raise(SIGUSR1);
  assert(sender == getpid() && code == SI_TKILL);
  kill(getpid(), SIGUSR1);
  assert(sender == getpid() && code == SI_USER);
}
