// SPDX-License-Identifier: Apache-2.0
//
// A thread that waits for bytes of a pipe which another thread writes blocks the whole process, outside of what is
// modelled: the call is named with its line, and there is no verdict.
//
// HEDDLE: strategy=random verdict=unsupported output=read
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int ends[2];

static void* work(void* unused) {
  char byte = 1;
  write(ends[1], &byte, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte = 0;
  if (pipe(ends) != 0) return 0;
  pthread_create(&thread, NULL, work, NULL);
  read(ends[0], &byte, 1);  // UNSUPPORTED
  pthread_join(thread, NULL);
  return 0;
}
