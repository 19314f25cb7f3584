// SPDX-License-Identifier: Apache-2.0
//
// A structure that holds an own address, copied in part. The first
// and the third of three threads fail if they come second; whoever takes the three for equal lets the second one stand for them.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int came;
struct Note {
  int kind;
  char text[4];
  void* owner;
};
static _Thread_local char own;
static unsigned char shared[3][12];

static void* work(void* unused) {
  (void)unused;
  struct Note note = {1, "abc", &own};
  const int place = atomic_fetch_add(&came, 1);
  memcpy(shared[place], (char*)&note + 2, 10);  // the four low bytes of the address are the last
  if (place == 1) assert((shared[1][8] >> 2) % 2 == 0);  // FINDING
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
