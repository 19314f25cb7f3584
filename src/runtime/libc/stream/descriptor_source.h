// SPDX-License-Identifier: Apache-2.0
//
// What stands behind a file descriptor, as far as it matters: whether reading or writing it could wait for somebody
// outside the program, and whether its bytes differ from run to run.
#pragma once

#include <sys/stat.h>

#include <cstdint>

namespace heddle::runtime::libc {

enum class Source { Ready, Entropy, MayBlock, Invalid };

Source source_of(int descriptor);

// True once this execution has made a pipe or a pair of sockets.
extern bool g_has_pipes;
// True if output to `descriptor` could wait until the program itself reads it: the system would wait with all threads.
bool is_own_pipe(int descriptor);

// True if `descriptor` is open on what standard output or standard error was when the execution began, whatever its number is.
// To be asked with the turn.
bool leads_to_output(int descriptor);
// What is asked in place of `descriptor`, with the turn. A program must not be able to tell where its output goes: that
// differs between executions that are searched, repeated and replayed. So output always looks like /dev/null.
int as_asked(int descriptor);
// Where output goes if these are its facts, else -1.
int outlet_of(const struct stat& facts);

// While it lives, standard output and error lead to /dev/null: for libc's own questions about them.
class OutputAside {
 public:
  OutputAside();
  OutputAside(const OutputAside&) = delete;
  OutputAside& operator=(const OutputAside&) = delete;
  ~OutputAside();

 private:
  bool is_aside_[2];
};

// Descriptors have no address; in events their number stands in for one.
inline const void* object_of(int descriptor) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(static_cast<unsigned>(descriptor)));
}

}  // namespace heddle::runtime::libc
