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
  std::string binary;       // in a folder of its own, in use until this process ends
  std::string latest;       // path that is the same for every build of this name
  BuildRecord record;
};

struct BuildRequest {
  std::vector<std::string> arguments;  // files and flags
  std::string directory;               // where they are meant relative to
  std::string output;                  // folder of this name's builds, absolute
  std::string compilers;               // folder of heddle-clang
};

// What was built before from the same inputs is taken as it is (build_store.h). Compiler messages go to stderr, also those
// of then; the Error only says that compiling failed.
Result<BuiltProgram> build_program(const BuildRequest& request);

// The first recorded source that is gone or has changed, or "".
std::string first_changed_source(const BuildRecord& record);

// Folder of the running heddle, where its compilers are, too.
std::string own_folder();

}  // namespace heddle
