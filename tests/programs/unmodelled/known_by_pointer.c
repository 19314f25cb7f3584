// SPDX-License-Identifier: Apache-2.0
//
// Functions that are called by pointer and that Heddle knows: of the runtime, redirected, harmless, of the math library, the
// program's own.
//
// HEDDLE: strategy=default verdict=clean flags=-lm without="is not seen"
// HEDDLE: strategy=dfs verdict=clean flags=-lm without="is not seen"
// HEDDLE: strategy=default verdict=clean flags=-fno-heddle-fingerprints,-lm without="is not seen"
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int own(int value) { return value + 1; }

typedef int Lock(pthread_mutex_t*);
static Lock* volatile lock = pthread_mutex_lock;
static Lock* volatile unlock = pthread_mutex_unlock;
static size_t (*volatile length)(const char*) = strlen;
static uid_t (*volatile user)(void) = getuid;
static double (*volatile wave)(double) = sin;
static float (*volatile short_wave)(float) = cosf;
static void (*volatile release)(void*) = free;
static int (*volatile next)(int) = own;
static int shared;

static void* work(void* unused) {
  lock(&mutex);
  shared = next(shared);
  unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(shared == 2 && length("four") == 4 && user() == getuid());
  assert(wave(0) == 0 && short_wave(0) == 1);
  release(malloc(8));
}
