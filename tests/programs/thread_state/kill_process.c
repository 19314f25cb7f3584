// SPDX-License-Identifier: Apache-2.0
//
// A signal for the process is the main thread's if that does not block it; where others may take it, kill is refused.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=default verdict=clean flags=-DBLOCKED
// HEDDLE: strategy=default verdict=clean flags=-DIN_THREAD,-DIGNORED
// HEDDLE: strategy=dfs verdict=unsupported flags=-DIN_THREAD output="another thread may take"
// HEDDLE: strategy=default verdict=unsupported flags=-DIN_THREAD output="another thread may take"
// HEDDLE: strategy=default verdict=unsupported flags=-DIN_THREAD,-DBLOCKED output="another thread may take"
// HEDDLE: strategy=default verdict=unsupported flags=-DBESIDE_THREAD,-DBLOCKED output="another thread may take"
// HEDDLE: strategy=default verdict=clean flags=-DBESIDE_THREAD
// HEDDLE: strategy=default verdict=finding kind=crash message=SIGTERM flags=-DIN_THREAD,-DNUMBER=SIGTERM
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#ifndef NUMBER
#define NUMBER SIGUSR1
#endif

static volatile sig_atomic_t was_handled;

static void handle(int number) { was_handled = number; }

static void send(void) { kill(getpid(), NUMBER); }

static void* sends(void* unused) {
#ifdef IN_THREAD
  send();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef IGNORED
  signal(SIGUSR1, SIG_IGN);
#else
  signal(SIGUSR1, handle);
#endif
#ifdef BLOCKED
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, 0);
#endif
#if defined(IN_THREAD) || defined(BESIDE_THREAD)
  pthread_create(&thread, 0, sends, 0);
#endif
#ifndef IN_THREAD
  send();
#ifndef BLOCKED
  assert(was_handled == SIGUSR1);
#endif
#endif
#if defined(IN_THREAD) || defined(BESIDE_THREAD)
  pthread_join(thread, 0);
#else
  (void)thread, (void)sends;
#endif
  return 0;
}
