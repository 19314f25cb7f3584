// SPDX-License-Identifier: Apache-2.0
//
// A stack whose pop compares addresses only. The atomic section stands for a hazard pointer: nobody frees what is being
// looked at. Without reuse of memory it is correct; with it, the top may be another node at the same address.
// (Its plain accesses race; that is not what it is about.)
//
// HEDDLE: strategy=dfs verdict=clean races=ignore
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free options=--reuse races=some
// HEDDLE: strategy=default verdict=finding kind=use-after-free options=--reuse races=some
// HEDDLE: strategy=random verdict=finding kind=use-after-free options=--reuse races=some
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <heddle/heddle.h>

struct node {
  int value;
  struct node* next;
};
_Atomic(struct node*) top;

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  node->next = top;
  while (!atomic_compare_exchange_strong(&top, &node->next, node)) {
  }
}

static struct node* try_pop(void) {
  heddle_atomic_begin();
  struct node* first = top;
  struct node* second = first != NULL ? first->next : NULL;
  heddle_atomic_end();
  return first != NULL && atomic_compare_exchange_strong(&top, &first, second) ? first : NULL;
}

static void* work(void* unused) {
  free(try_pop());
  return unused;
}

int main(void) {
  pthread_t thread;
  push(1);
  push(2);
  pthread_create(&thread, NULL, work, NULL);
  struct node* one = try_pop();
  struct node* two = try_pop();
  free(two);
  free(one);
  push(3);
  pthread_join(thread, NULL);
  int sum = 0;
  for (struct node* node = top; node != NULL; node = node->next) sum += node->value;  // FINDING
  return sum > 100;
}
