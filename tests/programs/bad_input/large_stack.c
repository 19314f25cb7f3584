// SPDX-License-Identifier: Apache-2.0
//
// A thread that asks for a larger stack than Heddle has: its overflow would not be the program's mistake.
//
// HEDDLE: strategy=random verdict=unsupported output="pthread_create: the thread asks for a stack of 100 MiB; Heddle gives at most 64 MiB"
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, 100 << 20) != 0) return 1;
  pthread_create(&thread, &attributes, nothing, NULL);  // UNSUPPORTED
  pthread_join(thread, NULL);
  return 0;
}
