/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program can tell Heddle, in C and C++. Compiled by heddle-clang (which defines __HEDDLE__) these are functions
 * of the runtime; compiled by anything else they cost nothing: no assumption, the first alternative, a plain assertion.
 * The names of SV-COMP are in <heddle/verifier.h>.
 */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

/* heddle_assert(condition): an assertion that NDEBUG does not remove. */
#define heddle_assert(condition) \
  ((condition) ? (void)0 : heddle_assertion_failed(#condition, __FILE__, (unsigned)__LINE__))

#ifdef __HEDDLE__

#ifdef __cplusplus
extern "C" {
#endif

/* 1 while the program runs under Heddle, 0 when it was started by hand. */
int heddle_active(void);

/* Drops this execution, as if it had never been started, if the condition is false. */
void heddle_assume(int condition);

/* A number from 0 to alternatives - 1; Heddle explores all of them. */
unsigned heddle_choose(unsigned alternatives);

/* Between the two no other thread runs, unless this one has to wait for another. They nest. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* For heddle_assert. */
void heddle_assertion_failed(const char* condition, const char* file, unsigned line) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#else /* without Heddle */

#include <stdio.h>
#include <stdlib.h>

static inline int heddle_active(void) { return 0; }
static inline void heddle_assume(int condition) { (void)condition; }
static inline unsigned heddle_choose(unsigned alternatives) {
  (void)alternatives;
  return 0;
}
static inline void heddle_atomic_begin(void) {}
static inline void heddle_atomic_end(void) {}
static inline void heddle_assertion_failed(const char* condition, const char* file, unsigned line) {
  fprintf(stderr, "%s:%u: assertion failed: %s\n", file, line, condition);
  abort();
}

#endif

#ifdef __cplusplus
namespace heddle {

inline bool active() { return heddle_active() != 0; }
inline void assume(bool condition) { heddle_assume(condition); }
inline unsigned choose(unsigned alternatives) { return heddle_choose(alternatives); }

/* { heddle::atomic_section alone; ... } */
class atomic_section {
 public:
  atomic_section() { heddle_atomic_begin(); }
  ~atomic_section() { heddle_atomic_end(); }
  atomic_section(const atomic_section&) = delete;
  atomic_section& operator=(const atomic_section&) = delete;
};

}  // namespace heddle
#endif

#endif /* HEDDLE_HEDDLE_H */
