// SPDX-License-Identifier: Apache-2.0
//
// Loops that end, but only after more events than allowed: no hang, however the rounds are counted: in memory, in a
// register, on the stack, inside of libc, by the clock, by the place in a file, by what the program was given, by the
// heap, by a choice, by another thread that only waits for a time-out, by a thread that can go on now and then.
//
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=1
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=2,-O2
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=3
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=4
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=5
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=6
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=7
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=8
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=9
// HEDDLE: strategy=default verdict=clean flags=-DWAY=9
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=10
// HEDDLE: strategy=default verdict=clean flags=-DWAY=10
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=11
// HEDDLE: strategy=default verdict=clean flags=-DWAY=11
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=12
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,20 flags=-DWAY=13
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define ROUNDS 50000
atomic_int done;
char text[2 * ROUNDS + 1];

static int is_done(void) { return atomic_load(&done); }

#if WAY == 10
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void* wait_for_a_while(void* unused) {
  struct timespec deadline = {2000000000, 0};
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&never, &mutex, &deadline);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}
#elif WAY == 11
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* wait_for_lock(void* unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}
#endif

int main(int count, char** arguments) {
  (void)count;
#if WAY == 1
  static int number;
  while (number < ROUNDS && !is_done()) ++number;
#elif WAY == 2
  for (register int i = 0; i < ROUNDS && !is_done(); ++i) {
  }
#elif WAY == 3
  int number = 0;
  int* volatile at = &number;
  while (*at < ROUNDS && !is_done()) ++*at;
#elif WAY == 4
  memcpy(text, "a ", 2);
  for (int filled = 2; filled < ROUNDS; filled *= 2) memcpy(text + filled, text, filled);
  for (char* at = strtok(text, " "); at != NULL && !is_done(); at = strtok(NULL, " ")) sched_yield();
#elif WAY == 5
  while (clock() < 50 * 1000 && !is_done()) sched_yield();
#elif WAY == 6
  struct timespec now;
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_nsec < 50 * 1000 * 1000 && !is_done());
#elif WAY == 7
  char byte;
  int file = open(arguments[0], O_RDONLY);
  while (pread(file, &byte, 1, 0) == 1 && lseek(file, 1, SEEK_CUR) < ROUNDS && !is_done()) sched_yield();
#elif WAY == 8
  unsigned char* counter = (unsigned char*)arguments[0];
  while (++counter[0] != 1 || ++counter[1] != 1) is_done();
#elif WAY == 9
  while (heddle_choose(2) == 0 || heddle_choose(2) == 0 || heddle_choose(1000) != 999) is_done();
#elif WAY == 10 || WAY == 11
  pthread_t thread;
#if WAY == 10
  pthread_create(&thread, NULL, wait_for_a_while, NULL);
#else
  pthread_create(&thread, NULL, wait_for_lock, NULL);
#endif
  while (!is_done()) {
#if WAY == 11
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#endif
  }
  pthread_join(thread, NULL);
#elif WAY == 12
  unsigned* number = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  while (*number < ROUNDS && !is_done()) ++*number;
#elif WAY == 13
  unsigned long long begin = __rdtsc();
  while (__rdtsc() - begin < 1000000000000ull) is_done();
#endif
  return 0;
}
