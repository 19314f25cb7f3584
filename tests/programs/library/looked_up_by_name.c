// SPDX-License-Identifier: Apache-2.0
//
// What dlsym finds is libc's own function: what it does to memory is not seen.
//
// HEDDLE: strategy=default verdict=incomplete output="is not seen"
// HEDDLE: strategy=dfs verdict=incomplete output="is not seen"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic char text[4] = {'a', 'a', 'a'};

static void* measure(void* function) {
  size_t (*length)(const char*) = (size_t(*)(const char*))function;
  return (void*)length((const char*)text);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, measure, dlsym(RTLD_DEFAULT, "strlen"));
  text[1] = 0;
  pthread_join(thread, 0);
}
