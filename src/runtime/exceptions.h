// SPDX-License-Identifier: Apache-2.0
//
// Exceptions as the C++ library keeps them (Itanium C++ ABI, and what libstdc++ adds), where there is one.
#pragma once

#include <cstdint>

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
