// SPDX-License-Identifier: Apache-2.0
//
// The loser of a race drops its node. A note, unless it is to be a finding; what is still reachable is neither. (Its data
// race is not what it is about.)
//
// HEDDLE: strategy=dfs verdict=clean output="leak: 24 bytes in 1 block allocated at" races=ignore
// HEDDLE: strategy=dfs verdict=clean options=--leaks=ignore races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=leak options=--leaks=fail message="leak: 24 bytes in 1 block" replays=100 races=some
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  long numbers[2];
};
struct node* volatile head;
struct node* volatile kept;

static void* work(void* unused) {
  struct node* node = malloc(sizeof *node);  // FINDING
  if (head == NULL) head = node;
  return unused;
}

int main(void) {
  pthread_t one, two;
  kept = malloc(sizeof *kept);
  kept->next = calloc(1, sizeof *kept);
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
