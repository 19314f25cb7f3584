// SPDX-License-Identifier: Apache-2.0
//
// getchar and scanf read the variable stdin.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DSCANS
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DSCANS
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *first, *second;

static void* assign(void* unused) {
  pthread_mutex_lock(&lock);
  stdin = second;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  stdin = first;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* use(void* unused) {
  char got = 0;
  pthread_mutex_lock(&lock);
#ifdef SCANS
  if (scanf("%c", &got) != 1) got = 0;
#else
  got = (char)getchar();
#endif
  pthread_mutex_unlock(&lock);
  assert(got == 'a');
  return unused;
}

static FILE* file_with(char content) {
  FILE* file = tmpfile();
  fputc(content, file);
  rewind(file);
  return file;
}

int main(void) {
  first = file_with('a');
  second = file_with('b');
  stdin = first;
  pthread_t one, two;
  pthread_create(&one, 0, assign, 0);
  pthread_create(&two, 0, use, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
