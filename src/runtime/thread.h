// SPDX-License-Identifier: Apache-2.0
//
// Threads of the program: creation, end, joining. Interposes pthread_create and its family (thread.cpp).
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Body of every fiber: Begin event, the start routine, thread-exit calls, end. Thread 0 runs main and exits.
[[noreturn]] void thread_main();
// Forgets all threads but makes thread 0 ready to begin.
void prepare_threads();
// Runs what __cxa_thread_atexit registered, for the current thread.
void run_thread_exit_calls();
// Before a thread is created: it gets its creator's name, which others may set at any time.
void hand_down_name(const Thread& creator, Thread& created);
void hand_down_placement(const Thread& creator, Thread& created);
// The current thread has ended; runs somebody else. (turn.cpp)
[[noreturn]] void give_up_turn();
// Nobody but the current thread is alive.
bool is_last_thread();
// The thread behind a pthread_t, or nullptr.
Thread* thread_of_handle(std::uint64_t handle);

}  // namespace heddle::runtime
