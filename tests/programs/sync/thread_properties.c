// SPDX-License-Identifier: Apache-2.0
//
// Names, attributes, priorities and processors of threads: answers that do not depend on the machine's threads.
//
// HEDDLE: strategy=dfs verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static void prepare(void) {}

static void* work(void* unused) {
  char name[16], byte;
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "parent") == 0 || strcmp(name, "child") == 0);
  pthread_attr_t attributes;
  void* stack;
  size_t size;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_getstack(&attributes, &stack, &size);
  assert((char*)stack < &byte && &byte < (char*)stack + size);
  pthread_attr_destroy(&attributes);
  return unused;
}

int main(void) {
  pthread_t thread;
  char name[16];
  cpu_set_t processors;
  int policy;
  struct sched_param parameters;
  clockid_t clock;
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_setname_np(pthread_self(), "parent") == 0);
  assert(pthread_create(&thread, NULL, work, NULL) == 0);
  assert(pthread_setname_np(thread, "child") == 0);
  assert(pthread_getname_np(thread, name, sizeof name) == 0 && strcmp(name, "child") == 0);
  assert(pthread_getname_np(pthread_self(), name, 3) == ERANGE);
  assert(pthread_equal(pthread_self(), thread) == 0);
  assert(pthread_getaffinity_np(thread, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) == 2);
  assert(CPU_ISSET(0, &processors) && CPU_ISSET(1, &processors));
  assert(pthread_setaffinity_np(thread, sizeof processors, &processors) == 0);
  assert(pthread_getschedparam(thread, &policy, &parameters) == 0 && policy == SCHED_OTHER);
  assert(pthread_setschedparam(thread, policy, &parameters) == 0);
  assert(pthread_getcpuclockid(thread, &clock) == 0);
  assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3);
  assert(pthread_atfork(prepare, prepare, prepare) == 0);
  assert(pthread_kill(thread, 0) == 0);
  assert(sched_getcpu() == 0);
  pthread_join(thread, NULL);
  return 0;
}
