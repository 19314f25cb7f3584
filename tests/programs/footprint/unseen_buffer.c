// What a library writes to its memory unseen is noticed where it is read: exact claims nothing then.
// HEDDLE: strategy=default verdict=finding kind=assertion output="the model does not fit"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int step, gate;
static char* text;
static char kept[16];

static void* one(void* unused) {
  step = 1;
  pthread_mutex_lock(&lock);
  l64a(77);
  pthread_mutex_unlock(&lock);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  int is_right = strcmp(text, kept) == 0;
  pthread_mutex_unlock(&lock);
  if (step == 1 && gate) assert(is_right);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  text = l64a(12345);
  strcpy(kept, text);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
