// SPDX-License-Identifier: Apache-2.0
//
// Freedoms: what the environment may do to the program beyond scheduling, and whether what the program prints, and how it
// fails, counts. All zero: it behaves. They are part of what an execution is told, so the explorer writes them into the ring, and a replay
// file keeps them.
#pragma once

#include <cstdint>

namespace heddle::wire {

// X(field): names are keys of the replay file, stable.
#define HEDDLE_FREEDOMS(X)                                                             \
  X(spurious_wakeups)  /* how often in a row a thread may wake up without a signal */  \
  X(weak_cas_failures) /* 1: a weak compare-exchange may fail although it would fit */ \
  X(reuse)             /* 1: malloc may hand out freed memory again */                 \
  X(malloc_failures)   /* how many allocations of one execution may fail */            \
  X(visible_output)    /* 1: printing is an event, and nothing stays in a buffer */    \
  X(visible_ends)      /* 1: that a thread fails is an event, apart from the one before */

struct Freedoms {
#define HEDDLE_X(name) std::uint32_t name = 0;
  HEDDLE_FREEDOMS(HEDDLE_X)
#undef HEDDLE_X
  friend bool operator==(const Freedoms&, const Freedoms&) = default;
};

}  // namespace heddle::wire
