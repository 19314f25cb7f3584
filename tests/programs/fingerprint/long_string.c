// SPDX-License-Identifier: Apache-2.0
//
// A text of more than eight characters, two of which are no ASCII: the last of one word and the first of the next.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char seventh = 'e', eighth = 'r';
static atomic_int at = 7, go;

static void* reader(void* unused) {
  (void)unused;
  unsigned char text[24] = "a chatxx";
  int place = at;
  text[place] = seventh;
  text[place + 1] = eighth;
  if (go) assert(text[place] * text[place + 1] < 30000);  // FINDING
  return NULL;
}

static void* first_writer(void* unused) {
  (void)unused;
  seventh = 'e' + 128;
  seventh = 'e';
  return NULL;
}

static void* second_writer(void* unused) {
  (void)unused;
  eighth = 'r' + 128;
  eighth = 'r';
  go = 1;
  go = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, first_writer, NULL);
  pthread_create(&threads[2], NULL, second_writer, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
