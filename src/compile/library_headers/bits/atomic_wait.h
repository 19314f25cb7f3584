// SPDX-License-Identifier: Apache-2.0
//
// Stands in front of libstdc++'s header of this name. std::atomic::wait, latch, barrier and semaphore ask sixteen times
// before they sleep, which multiplies the interleavings without showing anything new: an attempt that only read, and
// failed, fails again while nobody writes, and whatever a later attempt would see, the first one sees in another
// schedule. So under Heddle the spinning ends with the first such attempt. An attempt that failed because another thread
// came between its read and its compare-exchange is repeated, as often as the library does.
//
// The library's function is left as it is; this one is preferred because it is constrained. In a libstdc++ that has no
// such function this is one that nobody calls.
#pragma GCC system_header
#ifndef HEDDLE_LIBRARY_ATOMIC_WAIT_H
#define HEDDLE_LIBRARY_ATOMIC_WAIT_H
#if __cplusplus > 201703L && defined __cpp_concepts
#include <heddle/library_spin.h>

namespace std {
namespace __detail {
struct __default_spin_policy;

template <typename _Pred, typename _Spin = __default_spin_policy>
  requires true
bool __atomic_spin(_Pred& __pred, _Spin __spin = _Spin{}) noexcept {
  for (int __attempt = 0; __attempt < 16; ++__attempt) {
    if (__pred()) return true;
    if (heddle_spin_is_over()) return false;
  }
  while (__spin()) {
    if (__pred()) return true;
  }
  return false;
}
}  // namespace __detail
}  // namespace std
#endif
#endif
#include_next <bits/atomic_wait.h>
