// SPDX-License-Identifier: Apache-2.0
//
// The end of a thread, for the headers beside this one. A function of the runtime (runtime/libstdcxx/thread_exit.cpp).
#pragma GCC system_header
#ifndef HEDDLE_LIBRARY_THREAD_EXIT_H
#define HEDDLE_LIBRARY_THREAD_EXIT_H

extern "C" {
// Calls what is in the std::__at_thread_exit_elt when the calling thread ends.
void heddle_at_thread_exit(void* element) noexcept;
}

#endif
