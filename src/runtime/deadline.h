// SPDX-License-Identifier: Apache-2.0
//
// Deadlines of timed operations on the virtual clock. A time-out that was chosen by the schedule moves the clock to the
// deadline, so that loops "until the time has come" end.
#pragma once

#include <time.h>

#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// CLOCK_MONOTONIC and CLOCK_REALTIME show the same virtual time with different zero points (libc/time.cpp).
constexpr std::uint64_t kRealtimeStart = 1704067200ull * 1000000000ull;  // 2024-01-01
constexpr std::uint64_t kMonotonicStart = 1000ull * 1000000000ull;

// A timed operation reads its deadline once, before anything else, and keeps it: the program may change or free it while
// the thread waits, and what the thread was told of it decides how far the clock goes.
class Deadline {
 public:
  explicit Deadline(const timespec* given) : given_(given) {
    if (given != nullptr) kept_ = libc::is_read_only(given) ? *given : libc::read_value(given, call_point());
  }
  // Where the program gave none it is a null pointer.
  operator const timespec*() const { return given_ != nullptr ? &kept_ : nullptr; }

 private:
  const timespec* given_;
  timespec kept_;
};

inline bool valid_deadline(const timespec* deadline) {
  return deadline->tv_nsec >= 0 && deadline->tv_nsec < 1000000000;
}

// `state().virtual_time` counts nanoseconds since the start; deadlines are absolute on either clock, told apart by
// magnitude (the two ranges are decades apart).
inline void advance_clock_to(const timespec* deadline) {
  std::uint64_t at =
      static_cast<std::uint64_t>(deadline->tv_sec) * 1000000000ull + static_cast<std::uint64_t>(deadline->tv_nsec);
  std::uint64_t start = at >= kRealtimeStart ? kRealtimeStart : kMonotonicStart;
  if (at > start && at - start > state().virtual_time) state().virtual_time = at - start;
}

}  // namespace heddle::runtime
