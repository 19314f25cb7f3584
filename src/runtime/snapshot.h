// SPDX-License-Identifier: Apache-2.0
//
// Memory between executions: take_snapshot() once in the pristine program, restore_memory() after each execution. See
// snapshot.cpp for how pages become known as dirty.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Finds the writable mappings and copies them. Returns a sentence when that is impossible, else nullptr.
const char* take_snapshot();
// In a new worker: fork itself changed a few words of libc's and of the thread control block; they belong to the image
// now.
void adopt_changes_of_fork();
// After the worker's first execution (which ran unprotected): notes which pages changed, protects the others.
void learn_dirty_pages();
void restore_memory();
// Write fault at `address`: true if it was the first write to a protected page, which is now open and restored from
// here on.
bool open_protected_page(std::uintptr_t address);
// Everything that is restored, and writable memory that was not there when the snapshot was taken (false: the kernel
// does not tell).
void for_each_writable_range(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument), void* argument);
bool for_each_new_mapping(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument), void* argument);
// The same and the stack that the process was given, where the arguments and the environment stand.
bool for_each_unrestored_mapping(void (*visit)(std::uintptr_t begin, std::uintptr_t end, void* argument),
                                 void* argument);
// Where the snapshot keeps what stood at `address` before main, or nullptr.
const void* before_main(const void* address);
// Changes a byte of restored memory for good.
void write_through_snapshot(std::uint8_t* byte, std::uint8_t value);

}  // namespace heddle::runtime
