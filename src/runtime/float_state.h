// SPDX-License-Identifier: Apache-2.0
//
// The floating-point environment of the running thread: rounding, what traps, and which exceptions were raised. Control
// words are switched with the fiber; the flags of the x87 unit are not, and are kept here. All of it counts only in
// programs that can look at it or change it (State::watches_floats).
#pragma once

#include <cstdint>

namespace heddle::runtime {

constexpr std::uint16_t kX87Flags = 0x7f;

inline std::uint16_t x87_flags() {
  std::uint16_t status = 0;
  asm volatile("fnstsw %0" : "=a"(status));
  return status & kX87Flags;
}

inline void set_x87_flags(std::uint16_t flags) {
  asm volatile("fnclex");
  if (flags == 0) return;
  struct {
    std::uint16_t control, unused, status, rest[11];
  } environment;
  asm volatile("fnstenv %0" : "=m"(environment));  // masks all exceptions; what follows puts them back
  environment.status |= flags;
  asm volatile("fldenv %0" ::"m"(environment));
}

inline std::uint64_t float_state() {
  std::uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  return __builtin_ia32_stmxcsr() | static_cast<std::uint64_t>(control) << 32 |
         static_cast<std::uint64_t>(x87_flags()) << 48;
}

// What decides about the result of an addition (wire/ring.h): rounding, and whether tiny numbers are zeroes.
inline std::uint8_t float_mode() {
  const unsigned control = __builtin_ia32_stmxcsr();
  return static_cast<std::uint8_t>((control >> 13 & 7) | (control >> 6 & 1) << 3);
}

}  // namespace heddle::runtime
