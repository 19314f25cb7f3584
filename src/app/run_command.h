// SPDX-License-Identifier: Apache-2.0
//
// Runs a command and waits for it: compilers and linkers.
#pragma once

#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle {

struct CommandResult {
  bool succeeded = false;
  std::string errors;  // what it wrote to stderr, when that was asked for
};

enum class Errors : bool { Show, Capture };

// `variables` (NAME=value) stand in the place of ours. Standard output goes to our stderr: our own stdout belongs to the report. An Error of code Interrupted if we are asked
// to stop meanwhile; the command is ended then.
Result<CommandResult> run_command(const std::vector<std::string>& command, Errors errors, const std::string& directory,
                                  const std::vector<std::string>& variables = {});

}  // namespace heddle
