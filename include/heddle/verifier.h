/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of the SV-COMP verification tasks. A task that declares them itself needs no header: the runtime has them.
 * __VERIFIER_nondet_bool tries both values. The other __VERIFIER_nondet_* stand for any value of a large type, which
 * Heddle does not enumerate: under Heddle they end the check as unsupported; say heddle_choose(n) instead.
 */
#ifndef HEDDLE_VERIFIER_H
#define HEDDLE_VERIFIER_H

#include <heddle/heddle.h>

#ifdef __HEDDLE__

#ifdef __cplusplus
extern "C" {
#define HEDDLE_BOOL bool
#else
#define HEDDLE_BOOL _Bool
#endif

void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void) __attribute__((noreturn));
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
HEDDLE_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);

#undef HEDDLE_BOOL
#ifdef __cplusplus
}
#endif

#else /* without Heddle */

#define __VERIFIER_assume(condition) heddle_assume(condition)
#define __VERIFIER_assert(condition) heddle_assert(condition)
#define __VERIFIER_error() heddle_assertion_failed("__VERIFIER_error was called", __FILE__, (unsigned)__LINE__)
#define __VERIFIER_atomic_begin() heddle_atomic_begin()
#define __VERIFIER_atomic_end() heddle_atomic_end()
#define __VERIFIER_nondet_bool() (heddle_choose(2) != 0)
#define __VERIFIER_nondet_char() ((char)0)
#define __VERIFIER_nondet_uchar() ((unsigned char)0)
#define __VERIFIER_nondet_short() ((short)0)
#define __VERIFIER_nondet_ushort() ((unsigned short)0)
#define __VERIFIER_nondet_int() 0
#define __VERIFIER_nondet_uint() 0u
#define __VERIFIER_nondet_long() 0l
#define __VERIFIER_nondet_ulong() 0ul

#endif

#endif /* HEDDLE_VERIFIER_H */
