// SPDX-License-Identifier: Apache-2.0
//
// A program that forks while it is checked gets no verdict: the call is named with its line.
//
// HEDDLE: strategy=random verdict=unsupported output=fork
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();  // UNSUPPORTED
  if (child == 0) _exit(0);
  waitpid(child, 0, 0);
  return 0;
}
