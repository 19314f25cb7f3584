// SPDX-License-Identifier: Apache-2.0
//
// printf and kin read the variables stdin, stdout and stderr: whoever assigns one decides where their text goes or comes from.
//
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DVARIABLE=stdout
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DVARIABLE=stdout
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DPUTS,-DVARIABLE=stdout
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DPUTCHAR,-DVARIABLE=stdout
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DUNLOCKED,-DVARIABLE=stdout
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DPERROR,-DVARIABLE=stderr
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DVARIABLE=stdout,-DBY_ADDRESS
// HEDDLE: strategy=default verdict=clean flags=-DVARIABLE=stderr
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE* other;

#ifdef BY_ADDRESS
static FILE** place = &VARIABLE;
#define ASSIGNED (*place)
#else
#define ASSIGNED VARIABLE
#endif

static void* assign(void* unused) {
  pthread_mutex_lock(&lock);
  FILE* before = ASSIGNED;
  ASSIGNED = other;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  ASSIGNED = before;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* use(void* unused) {
  pthread_mutex_lock(&lock);
#if defined(PUTS)
  puts("1");
#elif defined(PUTCHAR)
  putchar('1');
#elif defined(UNLOCKED)
  putchar_unlocked('1');
#elif defined(PERROR)
  perror("1");
#else
  printf("%d", 1);
#endif
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  other = tmpfile();
  pthread_t one, two;
  pthread_create(&one, 0, assign, 0);
  pthread_create(&two, 0, use, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(ftell(other) == 0);
  fclose(other);
  return 0;
}
