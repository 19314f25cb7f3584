// SPDX-License-Identifier: Apache-2.0
//
// What a build depends on. build_key: all that is known before anything is compiled. BuildInputs: what the compiler and
// the linker have read, and where else they would have found it. docs/building.md says the rules.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/build_plan.h"

namespace heddle {

// Words of the command line, the files among them with their contents, working folder, compiler, linker, pass, runtime,
// variables that they read. Of 64 bits, in hexadecimal.
std::string build_key(const std::vector<std::string>& arguments, const std::string& directory,
                      const std::string& compilers);

struct BuildInputs {
  std::map<std::string, std::string> files;  // absolute path -> its state
  std::vector<std::string> names;            // of headers and libraries that were looked for
  std::vector<std::string> folders;          // in these
  std::string found;                         // which of the names are in which of the folders, as a hash
  bool is_complete = true;                   // not if something may have been read that is not among `files`

  friend bool operator==(const BuildInputs&, const BuildInputs&) = default;
};

// When a build began, by the clock that stamps files: waits for its next tick, so that whatever was written before has
// an older stamp.
struct BuildBegin {
  long seconds = 0;
  long nanoseconds = 0;
};
BuildBegin begin_of_build();

// From the dependency files of a build that has just ended, and what its tools opened. Incomplete also if a file was
// written since `begin`: what was compiled may be another content.
BuildInputs inputs_of(const BuildPlan& plan, const std::vector<std::string>& arguments, const std::string& directory,
                      const BuildBegin& begin);

// Everything is as it was.
bool are_unchanged(const BuildInputs& inputs);

}  // namespace heddle
