// SPDX-License-Identifier: Apache-2.0
//
// Whether a reader gets such a lock depends on when a writer begins to wait: refused where one is used, also where only its
// initialiser says what it is.
//
// HEDDLE: strategy=default verdict=unsupported output="read-write locks that prefer writers"
// HEDDLE: strategy=default verdict=unsupported flags=-DSTATIC output="read-write locks that prefer writers"
#define _GNU_SOURCE
#include <pthread.h>

#ifdef STATIC
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock;
#endif

int main(void) {
#ifndef STATIC
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
#endif
  pthread_rwlock_rdlock(&lock);  // UNSUPPORTED
  pthread_rwlock_unlock(&lock);
  return 0;
}
