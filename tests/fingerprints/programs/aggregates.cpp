// SPDX-License-Identifier: Apache-2.0
//
// Values of all kinds of types that are needed across events.
//
// CHECK: 2000 schedules, fingerprints at most 35 percent of the pasts
// NOTICES: a live word less
#include <xmmintrin.h>

#include <optional>

#include "writer.h"

namespace {

struct Parts {
  int first, second;
  double real;
};

__attribute__((noinline)) Parts make(int a) {
  Parts parts{a, a + 1, a * 0.5};
  z = y;
  return parts;
}

__attribute__((noinline)) __m128 add(__m128 vector, int k) {
  z = y;
  return _mm_add_ps(vector, _mm_set1_ps(static_cast<float>(k)));
}

}  // namespace

static void* reader(void* argument) {
  float narrow = 0;
  double real = 1;
  __int128 wide = x;
  long double longest = x;
  for (int i = 0; i < 3; i++) {
    int seen = x;
    narrow += static_cast<float>(seen);
    real *= seen + 1;
    wide = (wide << 40) + seen;
    longest += seen / 3.0L;
    z = y;
  }
  Parts parts = make(x);
  std::optional<int> some;
  if (x > 2) some = x;
  float lanes[4];
  _mm_storeu_ps(lanes, add(_mm_set1_ps(static_cast<float>(x)), y));
  z = static_cast<int>(narrow) + static_cast<int>(real) + static_cast<int>(wide >> 40) + static_cast<int>(longest) +
      some.value_or(0) + parts.second + static_cast<int>(lanes[2]);
  w = y;
  return argument;
}
