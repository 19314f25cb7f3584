// SPDX-License-Identifier: Apache-2.0
//
// Source files -> instrumented program, with the record of how it was made that a replay file carries.
#pragma once

#include <string>
#include <vector>

#include "report/replay/replay_file.h"
#include "trace/result.h"

namespace heddle {

struct BuiltProgram {
  std::string binary;
  BuildRecord record;
};

struct BuildRequest {
  std::vector<std::string> arguments;  // files and flags
  std::string directory;               // where they are meant relative to
  std::string output;                  // folder, absolute
  std::string compilers;               // folder of heddle-clang
};

// Compiler messages go to stderr as they are; the Error then only says that compiling failed.
Result<BuiltProgram> build_program(const BuildRequest& request);

// The first recorded source that is gone or has changed, or "".
std::string first_changed_source(const BuildRecord& record);

// Folder of the running heddle, where its compilers are, too.
std::string own_folder();

}  // namespace heddle
