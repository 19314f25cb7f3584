// SPDX-License-Identifier: Apache-2.0
//
// What stands behind a file descriptor, as far as it matters: whether reading or writing it could wait for somebody
// outside the program, and whether its bytes differ from run to run.
#pragma once

#include <cstdint>

namespace heddle::runtime::libc {

enum class Source { Ready, Entropy, MayBlock, Invalid };

Source source_of(int descriptor);

// True once this execution has made a pipe or a pair of sockets.
extern bool g_has_pipes;
// True if output to `descriptor` could wait until the program itself reads it: the system would wait with all threads.
bool is_own_pipe(int descriptor);

// Descriptors have no address; in events their number stands in for one.
inline const void* object_of(int descriptor) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(static_cast<unsigned>(descriptor)));
}

}  // namespace heddle::runtime::libc
