// SPDX-License-Identifier: Apache-2.0
//
// A packed structure with an own address at an odd place, copied to where all can see it. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int came;
struct __attribute__((packed)) Note {
  char kind;
  void* owner;
};
static _Thread_local char own;
static struct Note notes[3];

static void* work(void* unused) {
  (void)unused;
  struct Note note = {1, &own};
  const int place = atomic_fetch_add(&came, 1);
  notes[place] = note;
  if (place == 1) {
    unsigned char bytes[sizeof note];
    memcpy(bytes, &notes[1], sizeof bytes);
    assert((bytes[3] >> 2) % 2 == 0);  // FINDING
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
