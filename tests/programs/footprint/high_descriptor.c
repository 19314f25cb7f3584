// SPDX-License-Identifier: Apache-2.0
//
// A process has eight hundred descriptors; what stands behind them is not the program's, and stays as it is.
//
// HEDDLE: strategy=default verdict=clean options=--paranoid,1
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/aXXXXXX";
  int file = mkstemp(name);
  assert(write(file, "x", 1) == 1);
  const int end = getdtablesize();
  assert(end == sysconf(_SC_OPEN_MAX));
  assert(fcntl(end + 100, F_GETFD) == -1 && errno == EBADF);
  assert(dup2(file, end + 100) == -1 && errno == EBADF);
  assert(fcntl(end - 1, F_GETFD) == -1 && dup2(file, end - 1) == end - 1);
  for (int i = 3; i < end + 200; i += i < 10 || i > end - 10 ? 1 : 50) close(i);
  file = open(name, O_RDONLY);
  assert(file == 3);
  char byte = 0;
  assert(read(file, &byte, 1) == 1 && byte == 'x');
  unlink(name);
}
