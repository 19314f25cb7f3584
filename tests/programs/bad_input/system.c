// SPDX-License-Identifier: Apache-2.0
//
// system() starts another process: no verdict.
//
// HEDDLE: strategy=random verdict=unsupported output=system
#include <stdlib.h>

int main(void) {
  return system("true");  // UNSUPPORTED
}
