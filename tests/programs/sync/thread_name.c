// SPDX-License-Identifier: Apache-2.0
//
// A thread that names itself before it asks gets its own name. Setting and getting are one operation each,
// and one more where the text lies in memory that others can reach.
//
// HEDDLE: strategy=dfs verdict=clean executions=4
// MODEL: thread_name.model
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) {
  char child[] = "child", name[16];
  pthread_setname_np(pthread_self(), child);
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(name[0] == 'c');
  return unused;
}

int main(void) {
  pthread_t thread;
  char parent[] = "parent", name[16];
  pthread_setname_np(pthread_self(), parent);
  pthread_create(&thread, NULL, work, NULL);
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(name[0] == 'p');
  pthread_join(thread, NULL);
  return 0;
}
