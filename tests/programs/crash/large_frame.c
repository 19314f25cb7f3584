// SPDX-License-Identifier: Apache-2.0
//
// A frame of ten megabytes on a stack of eight.
//
// HEDDLE: strategy=random verdict=finding kind=crash,stack-overflow
#include <pthread.h>
#include <stddef.h>

static void* use_ten_megabytes(void* unused) {  // FINDING: any call with this frame is one too many
  volatile char frame[10 << 20];
  for (size_t at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use_ten_megabytes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
