// SPDX-License-Identifier: Apache-2.0
//
// A program that replaces itself gets no verdict.
//
// HEDDLE: strategy=random verdict=unsupported output=exec
#include <unistd.h>

int main(void) {
  char* arguments[] = {"true", 0};
  execv("/bin/true", arguments);  // UNSUPPORTED
  return 0;
}
