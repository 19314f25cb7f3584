// SPDX-License-Identifier: Apache-2.0
//
// Stands in front of libstdc++'s header of this name. std::atomic<std::shared_ptr> spins for the lock bit in its
// pointer; under Heddle a round that changes nothing is a wait (heddle/library_spin.h). What the library calls between
// two rounds gets another name here, which is harmless where it calls something else.
//
// libstdc++ 12 gives that lock back with a relaxed operation after a load: formally a data race with the next store, and
// nothing that a program could avoid. Here it is as strong as the library means it to be.
#pragma GCC system_header
#ifndef HEDDLE_LIBRARY_SHARED_PTR_ATOMIC_H
#define HEDDLE_LIBRARY_SHARED_PTR_ATOMIC_H
#if __cplusplus > 201703L
#include <bits/atomic_base.h>
#include <heddle/library_spin.h>

namespace std {
namespace __detail {
inline void __heddle_spin_wait() noexcept { heddle_spin_wait(); }
}  // namespace __detail
}  // namespace std

#pragma push_macro("__thread_relax")
#define __thread_relax __heddle_spin_wait
#pragma push_macro("memory_order_relaxed")
#define memory_order_relaxed memory_order_seq_cst
#include_next <bits/shared_ptr_atomic.h>
#pragma pop_macro("memory_order_relaxed")
#pragma pop_macro("__thread_relax")
#else
#include_next <bits/shared_ptr_atomic.h>
#endif
#endif
