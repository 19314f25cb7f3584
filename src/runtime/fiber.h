// SPDX-License-Identifier: Apache-2.0
//
// Fibers: every thread of the program is a Boost.Context on its own stack with its own thread-local storage block, and
// switching moves both. Called by turn.cpp and thread.cpp only.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Makes thread `number` startable: stack, TLS block, context. The entry point begins in thread_main (thread.cpp).
void prepare_fiber(std::uint16_t number);
// Gives the processor to thread `next`; returns when somebody gives it back.
void switch_to(std::uint16_t next);
// Worker only: runs the execution from main's first instruction until leave_execution().
void enter_execution();
// Back to the worker, dropping the current fiber.
[[noreturn]] void leave_execution();

std::uint64_t read_fs_base();
// Remembers what a fresh thread control block looks like and makes the blocks of the first few threads, so that ld.so's
// bookkeeping for them is part of the snapshot. Once, before it is taken.
void prepare_thread_blocks();

}  // namespace heddle::runtime
