// SPDX-License-Identifier: Apache-2.0
//
// Runs each form of inline assembly on many states and prints one line for each: its number and a hash of what all states
// became. With two arguments, the number of a form and of a round, it prints that state before and after.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
  _Alignas(16) uint64_t m[8];
  uint64_t a, b, c, d, e;
  uint8_t flag, flag2;
};

#include "forms.inc"

static uint64_t seed = 88172645463325252u;

static uint64_t next_number(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed * 2685821657736338717u;
}

static uint64_t interesting_number(void) {
  static const uint64_t kEdges[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                                    0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x8080808080808080};
  const uint64_t kind = next_number() >> 60;
  if (kind < 8) return kEdges[next_number() >> 60];
  return kind < 10 ? next_number() >> (next_number() >> 58) : next_number();
}

// Comparisons succeed every other time; offsets of bits stay inside of m, seen from m[4].
static void fill(struct state* s) {
  for (int i = 0; i < 8; ++i) s->m[i] = interesting_number();
  s->a = interesting_number();
  s->b = interesting_number();
  s->c = interesting_number();
  s->d = interesting_number();
  s->e = (uint64_t)((int64_t)(next_number() >> 55) - 256);
  if (s->e >> 63 == 0 && s->e >= 192) s->e = 191;
  s->flag = (uint8_t)next_number();
  s->flag2 = (uint8_t)next_number();
  if (next_number() >> 63) s->m[6] = s->m[4], s->m[7] = s->m[5];
  switch (next_number() >> 62) {
    case 0: s->a = s->m[4]; s->b = s->m[5]; break;
    case 1: s->a = (uint32_t)s->m[4]; s->b = s->m[4] >> 32; break;
    case 2: s->a = (s->a & ~0xffull) | (s->m[4] & 0xff); break;
    default: break;
  }
}

static uint64_t mixed(uint64_t hash, const struct state* s) {
  const uint64_t words[] = {s->m[0], s->m[1], s->m[2], s->m[3], s->m[4], s->m[5], s->m[6], s->m[7], s->a, s->b, s->c, s->d, s->e,
                            s->flag, s->flag2};
  for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) {
    hash = (hash ^ words[i]) * 1099511628211u;
    hash ^= hash >> 29;
  }
  return hash;
}

static void print(const struct state* s) {
  for (int i = 0; i < 8; ++i) printf("m[%d]=%016lx ", i, s->m[i]);
  printf("\n  a=%016lx b=%016lx c=%016lx d=%016lx e=%016lx flag=%02x flag2=%02x\n", s->a, s->b, s->c, s->d, s->e, s->flag, s->flag2);
}

int main(int count, char** words) {
  const int wanted = count > 1 ? atoi(words[1]) : -1;
  for (int form = 0; form < kForms; ++form) {
    uint64_t hash = 0;
    for (int round = 0; round < kRounds; ++round) {
      struct state s;
      memset(&s, 0, sizeof s);
      fill(&s);
      if (form == wanted) print(&s);
      forms[form](&s);
      if (form == wanted) print(&s);
      hash = mixed(hash, &s);
    }
    if (wanted < 0) printf("%d %016lx\n", form, hash);
  }
  return 0;
}
