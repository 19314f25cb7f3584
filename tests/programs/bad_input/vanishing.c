// SPDX-License-Identifier: Apache-2.0
//
// _exit with another code than 0 in one of the orders: the worker vanishes, the search reports it and could go on.
//
// HEDDLE: strategy=random verdict=finding kind=exit-code,crash
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (x) _exit(9);
  pthread_join(thread, NULL);
  return 0;
}
