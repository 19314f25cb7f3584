// SPDX-License-Identifier: Apache-2.0
//
// A message and a flag that says that it is there. Moves are atomic accesses, no data race themselves (MOVED: the message is moved
// as well). Do they order a message in plain memory? The processor keeps the order of moves. The compiler keeps it if the assembly
// says that it clobbers memory: such moves acquire and release (ORDERED). Else it may put the message on the other side: they
// are relaxed, and the message is a data race (LOOSE). A fence on both sides orders what is around it (FENCED: mfence; STACK: a locked
// addition of nothing to the stack), and so do locked operations on the flag (LOCKED). sfence and lfence are no fences in the terms
// of C++ (WEAK: a data race, though the compiler would not really move anything past them).
//
// HEDDLE: strategy=default verdict=clean flags=-DMOVED
// HEDDLE: strategy=dfs verdict=clean flags=-DMOVED
// HEDDLE: strategy=default verdict=clean flags=-DFENCED
// HEDDLE: strategy=dfs verdict=clean flags=-DFENCED
// HEDDLE: strategy=default verdict=clean flags=-DSTACK
// HEDDLE: strategy=dfs verdict=clean flags=-DSTACK
// HEDDLE: strategy=default verdict=clean flags=-DLOCKED
// HEDDLE: strategy=dfs verdict=clean flags=-DLOCKED
// HEDDLE: strategy=default verdict=clean flags=-DORDERED
// HEDDLE: strategy=dfs verdict=clean flags=-DORDERED
// HEDDLE: strategy=default verdict=finding kind=data-race races=1 flags=-DLOOSE
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1 flags=-DLOOSE
// HEDDLE: strategy=default verdict=finding kind=data-race races=1 flags=-DWEAK
// HEDDLE: strategy=dfs verdict=finding kind=data-race races=1 flags=-DWEAK
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int message, flag;

#if defined FENCED
#define BEFORE "mfence"
#define AFTER "mfence"
#elif defined STACK
#define BEFORE "lock addl $0, (%%rsp)"
#define AFTER "lock; orq $0, -8(%%rsp)"
#elif defined WEAK
#define BEFORE "sfence"
#define AFTER "lfence"
#else
#define BEFORE ""
#define AFTER ""
#endif

static void* sender(void* unused) {
#ifdef MOVED
  __asm__ volatile("movl $7, %0" : "=m"(message));
#else
  message = 7;
#endif
  __asm__ volatile(BEFORE : : : "memory", "cc");
#if defined LOCKED
  __asm__ volatile("lock; orl $1, %0" : "+m"(flag) : : "memory", "cc");
#elif defined ORDERED
  __asm__ volatile("movl $1, %0" : "=m"(flag) : : "memory");
#else
  __asm__ volatile("movl $1, %0" : "=m"(flag));
#endif
  return unused;
}

static void* receiver(void* unused) {
  int is_there = 0, text;
#if defined LOCKED
  __asm__ volatile("lock xaddl %0, %1" : "+r"(is_there), "+m"(flag) : : "memory", "cc");
#elif defined ORDERED
  __asm__ volatile("movl %1, %0" : "=r"(is_there) : "m"(flag) : "memory");
#else
  __asm__ volatile("movl %1, %0" : "=r"(is_there) : "m"(flag));
#endif
  __asm__ volatile(AFTER : : : "memory", "cc");
  if (!is_there) return unused;
#ifdef MOVED
  __asm__ volatile("movl %1, %0" : "=r"(text) : "m"(message));
#else
  text = message;
#endif
  assert(text == 7);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
