// SPDX-License-Identifier: Apache-2.0
//
// Functions of the library table that no program of `heddle fuzz --library` calls, and why not.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr LibraryAnswer kAnswers[] = {
    {"__libc_start_main __gmon_start__ _ITM_* __cxa_finalize _ZNSt8ios_base4Init*",
     "called by the start and the end of every program, not by its threads"},
    {"__pthread_unwind_next", "called at the end of cleanup handlers: tests/programs/sync/thread_exit.c"},
    {"__stack_chk_fail", "called by compiled code that found its stack overwritten"},
    {"on_exit", "ends the execution when it is called, and says so"},
    {"dlmopen", "loads a second copy of a library: needs one beside the program"},
    {"creat creat64", "opens a file for writing, which is refused whatever its name"},
    {"_ZN7testing* _ZNK7testing* _ZN5Catch* _ZNK5Catch*", "of GoogleTest and Catch2: tests/show/installation_test.py"},
    {"getprogname", "not in glibc"},
    {"__VERIFIER_*", "written for other checkers: tests/programs/assertion/verifier_names.c, strategy/verifier_atomic.c"},
};

}  // namespace

const std::span<const LibraryAnswer> kLibraryAnswers = kAnswers;

}  // namespace heddle::fuzz
