// SPDX-License-Identifier: Apache-2.0
//
// Files that constructors open before main: a static std::ifstream, a log. They are part of the pristine program, as its
// memory is: every execution begins with them open under the same numbers, where they stood.
#pragma once

#include <cstdint>

namespace heddle::runtime {

constexpr std::uint32_t kMostEarlyFiles = 64;  // each takes a descriptor of ours as well

struct EarlyFile {
  int descriptor;
  int copy;  // high up, where the program does not close it
  bool closes_on_exec;
  bool is_file;  // it has a position, and what is in it stays
  int flags;
  std::int64_t position;
  std::uint64_t device, inode;
};

// In the pristine program. Returns a sentence if there are too many, else nullptr.
const char* note_early_files();
// All descriptors but 0, 1 and 2, and where the files stand. In a new worker, too: it shares their positions with the one
// before.
void restore_files();
// The descriptors above 2 that are open if no execution has opened or closed any are all below this.
int end_of_early_descriptors();
bool is_early_descriptor(int descriptor);
// Writing to `descriptor` would change a file that was open before main, and the next execution would find it changed.
bool would_change_early_file(int descriptor);
constexpr char kChangesEarlyFile[] = "to a file that was opened before main, and the next execution would find it changed";

}  // namespace heddle::runtime
