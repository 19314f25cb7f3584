// SPDX-License-Identifier: Apache-2.0
//
// What the measured programs share. Sizes are set by -DN=..., -DT=..., -DNR=..., -DNW=..., -DK=...; -DNOERR turns the
// assertions off, so that everything is explored; -DPLAIN makes shared variables plain volatile ints, -DRLX relaxed
// atomics, otherwise they are sequentially consistent atomics.
#ifndef HEDDLE_BENCH_H
#define HEDDLE_BENCH_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

#if defined(PLAIN)
typedef volatile int shared;
#define READ(x) (x)
#define WRITE(x, value) ((x) = (value))
#elif defined(RLX)
typedef atomic_int shared;
#define READ(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define WRITE(x, value) atomic_store_explicit(&(x), (value), memory_order_relaxed)
#else
typedef atomic_int shared;
#define READ(x) atomic_load(&(x))
#define WRITE(x, value) atomic_store(&(x), (value))
#endif
#define ADD(x, value) atomic_fetch_add(&(x), (value))

#define ASSUME(condition) __VERIFIER_assume(!!(condition))
#ifdef NOERR
#define CHECK(condition) ((void)(condition))
#else
#define CHECK(condition) assert(condition)
#endif

// A thread whose argument is a number, which it takes out by NUMBER.
#define START(thread, function, number) pthread_create(&(thread), 0, (function), (void*)(long)(number))
#define NUMBER(argument) ((int)(long)(argument))
#define JOIN(thread) pthread_join((thread), 0)

static inline void start_all(pthread_t* threads, int count, void* (*function)(void*)) {
  for (int i = 0; i < count; i++) START(threads[i], function, i);
}
static inline void join_all(pthread_t* threads, int count) {
  for (int i = 0; i < count; i++) JOIN(threads[i]);
}

#endif
