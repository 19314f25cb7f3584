// SPDX-License-Identifier: Apache-2.0
//
// Exceptions as the C++ library keeps them (Itanium C++ ABI, and what libstdc++ adds), where there is one.
#pragma once

#include <cstdint>

#include "runtime/state.h"

extern "C" {

// Stands in front of the object that was thrown.
struct Exception {
  void* type;  // of one that std::rethrow_exception made: the object of the exception that it stands for
  const void* functions[3];
  Exception* next;
  int handlers;  // that have it now; negative while it is on its way again
  const void* places[4];
  std::uint64_t language;
  const void* unwinding[3];
};
static_assert(sizeof(Exception) == 112);

// Of the calling thread.
struct CaughtExceptions {
  Exception* caught;
  unsigned int uncaught;
};
CaughtExceptions* __cxa_get_globals_fast() __attribute__((weak));
}

namespace heddle::runtime {

// Of an exception that C++ code has thrown; with kStanding of one that stands for another.
constexpr std::uint64_t kLanguage = 0x474e5543432b2b00;  // "GNUCC++"
constexpr std::uint64_t kStanding = 1;

inline Exception* exception_of(void* object) { return static_cast<Exception*>(object) - 1; }

// Whether the code at this address is libstdc++'s own.
inline bool is_in_libstdcxx(const void* code) {
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  return at >= state().libstdcxx_begin && at < state().libstdcxx_end;
}

}  // namespace heddle::runtime
