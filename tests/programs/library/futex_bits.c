// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE: strategy=default verdict=unsupported
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  int word = 0;
  return (int)syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 2);  // UNSUPPORTED
}
