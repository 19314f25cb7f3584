// SPDX-License-Identifier: Apache-2.0
//
// N threads take a block of a disk each, every inode and every block under its own lock.
#include "bench.h"

#ifndef N
#define N 14
#endif
#define BLOCKS 26
#define INODES 32

pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
int inodes[INODES], busy[BLOCKS];

static void* take(void* argument) {
  int inode = NUMBER(argument) % INODES;
  pthread_mutex_lock(&inode_locks[inode]);
  if (inodes[inode] == 0) {
    int block = inode * 2 % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_locks[block]);
      if (!busy[block]) {
        busy[block] = 1;
        inodes[inode] = block + 1;
        pthread_mutex_unlock(&block_locks[block]);
        break;
      }
      pthread_mutex_unlock(&block_locks[block]);
      block = (block + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_locks[inode]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < INODES; i++) pthread_mutex_init(&inode_locks[i], 0);
  for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&block_locks[i], 0);
  start_all(threads, N, take);
  join_all(threads, N);
  return 0;
}
