// SPDX-License-Identifier: Apache-2.0
//
// Signals that stop the process, and real-time signals that queue up, are refused.
//
// HEDDLE: strategy=default verdict=unsupported flags=-DNUMBER=SIGSTOP output="stops the process"
// HEDDLE: strategy=default verdict=unsupported flags=-DNUMBER=SIGTSTP output="stops the process"
// HEDDLE: strategy=default verdict=unsupported flags=-DNUMBER=SIGRTMIN,-DBLOCKED output="waits already"
// HEDDLE: strategy=default verdict=clean flags=-DNUMBER=SIGCONT
// HEDDLE: strategy=default verdict=clean flags=-DNUMBER=SIGUSR1,-DBLOCKED
#include <signal.h>

int main(void) {
#ifdef BLOCKED
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, NUMBER);
  sigprocmask(SIG_BLOCK, &blocked, 0);
  raise(NUMBER);
#endif
  raise(NUMBER);
  return 0;
}
