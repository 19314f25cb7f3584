// SPDX-License-Identifier: Apache-2.0
//
// Which program a process has become, and with what: not what was started if that was a wrapper (env, a script).
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct ProgramImage {
  std::string program;  // absolute path
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string working_directory;
};

// None if the process has gone, or its program's file.
std::optional<ProgramImage> image_of(pid_t process);

}  // namespace heddle
