// SPDX-License-Identifier: Apache-2.0
//
// Fibers: every thread of the program is a Boost.Context on its own stack with its own thread-local storage block, and
// switching moves both. Called by turn.cpp and thread.cpp only.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include "runtime/float_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

// Makes thread `number` startable: stack, TLS block, context. The entry point begins in thread_main (thread.cpp).
void prepare_fiber(std::uint16_t number, std::size_t stack_size);
// Worker only: runs the execution from main's first instruction until leave_execution().
void enter_execution();
// Back to the worker, dropping the current fiber.
[[noreturn]] void leave_execution();

std::uint64_t read_fs_base();
void write_fs_base_by_system_call(std::uint64_t base);
inline void write_fs_base(std::uint64_t base) {
  if (HEDDLE_LIKELY(state().has_fsgsbase))
    asm volatile("wrfsbase %0" ::"r"(base) : "memory");
  else
    write_fs_base_by_system_call(base);
}

// Whoever resumes tells where to store the context it left behind.
inline void save_departed(boost::context::detail::transfer_t arrival) {
  *static_cast<boost::context::detail::fcontext_t*>(arrival.data) = arrival.fctx;
}

// Gives the processor to thread `next`; returns when somebody gives it back. Inlined: after a switch the processor
// predicts every return wrongly, so each level of calls around it costs.
__attribute__((always_inline)) inline void switch_to(std::uint16_t next) {
  State& s = state();
  Thread& from = s.threads[s.current];
  Thread& to = s.threads[next];
  from.call_point = __heddle_call_point;
  __heddle_call_point = to.call_point;
  s.current = next;
  ++s.switches;
  write_fs_base(to.fs_base);
  if (HEDDLE_UNLIKELY(s.watches_floats)) from.x87_flags = x87_flags();
  save_departed(boost::context::detail::jump_fcontext(to.context, &from.context));
  if (HEDDLE_UNLIKELY(s.watches_floats)) set_x87_flags(from.x87_flags);
}
// Remembers what a fresh thread control block looks like and makes the blocks of the first few threads, so that ld.so's
// bookkeeping for them is part of the snapshot. Once, before it is taken.
void prepare_thread_blocks();
// The same again after a library with thread-local variables was loaded.
void remake_thread_blocks();

}  // namespace heddle::runtime
