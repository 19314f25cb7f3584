/* SPDX-License-Identifier: Apache-2.0
 *
 * The C half of public_header_test.cpp.
 */
#include <heddle/verifier.h>

int count_from_c(void) {
  int count = 3;
  heddle_assume(count == 3);
  __VERIFIER_atomic_begin();
  count += (int)heddle_choose(4) + __VERIFIER_nondet_int();
  __VERIFIER_atomic_end();
  heddle_assert(count == 3);
  return count;
}
