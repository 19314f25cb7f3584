// SPDX-License-Identifier: Apache-2.0
//
// A stack whose top carries a counter, changed by cmpxchg16b: nobody takes a node twice. Without the counter, the node that another thread
// took and put back looks untouched (ABA).
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DNAIVE
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DNAIVE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node* next;
  unsigned long owners;
};
struct top {
  struct node* first;
  uint64_t count;
};

static struct node nodes[2];
static _Alignas(16) struct top top;

static struct top look(void) {
  struct top seen;
  __asm__ volatile("movq %1, %0" : "=r"(seen.count) : "m"(top.count) : "memory");
  __asm__ volatile("movq %1, %0" : "=r"(seen.first) : "m"(top.first) : "memory");
  return seen;
}

static bool change(struct top old, struct node* first) {
  bool success;
#ifdef NAIVE
  __asm__ volatile("lock; cmpxchgq %3, %0; setz %1" : "+m"(top.first), "=q"(success), "+a"(old.first) : "r"(first) : "memory", "cc");
#else
  __asm__ volatile("lock; cmpxchg16b %0; setz %1"
                   : "+m"(top), "=q"(success), "+a"(old.first), "+d"(old.count)
                   : "b"(first), "c"(old.count + 1) : "memory", "cc");
#endif
  return success;
}

static struct node* next_of(struct node* node) {
  struct node* next;
  __asm__ volatile("movq (%1), %0" : "=r"(next) : "r"(node) : "memory");
  return next;
}

static struct node* pop(void) {
  struct top seen = look();
  if (!seen.first) return NULL;
  return change(seen, next_of(seen.first)) ? seen.first : NULL;
}

static bool push(struct node* node) {
  struct top seen = look();
  __asm__ volatile("movq %1, (%0)" : : "r"(node), "r"(seen.first) : "memory");
  return change(seen, node);
}

static void* take_one(void* unused) {
  struct node* node = pop();
  if (node) __asm__ volatile("lock incq %0" : "+m"(node->owners) : : "memory");
  return unused;
}

// Takes both nodes, keeps the second one and puts the first one back.
static void* take_two(void* unused) {
  struct node* one = pop();
  struct node* other = pop();
  if (other) __asm__ volatile("lock incq %0" : "+m"(other->owners) : : "memory");
  if (one) push(one);
  return unused;
}

int main(void) {
  pthread_t one, two;
  nodes[0].next = &nodes[1];
  top.first = &nodes[0];
  pthread_create(&one, NULL, take_one, NULL);
  pthread_create(&two, NULL, take_two, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  struct node* last = pop();
  if (last) last->owners++;
  assert(nodes[0].owners < 2 && nodes[1].owners < 2);  // FINDING
  return 0;
}
