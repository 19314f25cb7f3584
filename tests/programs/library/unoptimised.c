// SPDX-License-Identifier: Apache-2.0
//
// Whoever asks for no optimisation gets none: sums that overflow wrap around.
//
// HEDDLE: strategy=default verdict=clean flags=-O0
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-O2,-DOPTIMISED
#include <assert.h>
#include <limits.h>

#if defined(__OPTIMIZE__) != defined(OPTIMISED)
#error not the level that was asked for
#endif

static int is_less(int value) { return value < value + 1; }

int main(void) {
  volatile int largest = INT_MAX;
  assert(is_less(largest) == 0);
}
