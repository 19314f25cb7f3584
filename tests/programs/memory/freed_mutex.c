// SPDX-License-Identifier: Apache-2.0
//
// The lock goes away with the object that it protects, while somebody waits for it.
//
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free replays=100
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
struct account* account;

static void* deposit(void* unused) {
  pthread_mutex_lock(&account->lock);  // FINDING
  ++account->balance;
  pthread_mutex_unlock(&account->lock);
  return unused;
}

int main(void) {
  account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->balance = 0;
  pthread_t thread;
  pthread_mutex_lock(&account->lock);
  pthread_create(&thread, NULL, deposit, NULL);
  pthread_mutex_unlock(&account->lock);
  pthread_mutex_lock(&account->lock);
  pthread_mutex_unlock(&account->lock);
  free(account);
  pthread_join(thread, NULL);
  return 0;
}
