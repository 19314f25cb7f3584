// SPDX-License-Identifier: Apache-2.0
//
// A thread that asks for a larger stack than Heddle has, and needs it: its overflow would not be the program's mistake.
//
// HEDDLE: strategy=random verdict=unsupported output=pthread_create
#include <pthread.h>
#include <stddef.h>

static void* use_ten_megabytes(void* unused) {
  volatile char frame[10 << 20];
  for (size_t at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, 16 << 20) != 0) return 1;
  pthread_create(&thread, &attributes, use_ten_megabytes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
