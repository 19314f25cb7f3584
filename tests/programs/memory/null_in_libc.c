// SPDX-License-Identifier: Apache-2.0
//
// libc gets a null pointer: the line is the user's.
//
// HEDDLE: strategy=dfs verdict=finding kind=null-dereference races=some
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char* volatile name = "name";
size_t length;

static void* measure(void* unused) {
  length = strlen(name);  // FINDING
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, measure, NULL);
  name = NULL;
  pthread_join(thread, NULL);
  return 0;
}
