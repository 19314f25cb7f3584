// SPDX-License-Identifier: Apache-2.0
//
// The arguments of `heddle check` before the command-line parser sees them: which are Heddle's own, which belong to
// the compiler, which to the program. Compiler flags are taken as they are and keep their order among the files; the
// words of a response file (@file) stand in its place.
#pragma once

#include <string>
#include <vector>

namespace heddle {

struct CheckArguments {
  std::vector<std::string> own;       // Heddle's options, for the parser
  std::vector<std::string> compiler;  // files and flags, in order
  std::vector<std::string> files;     // those of `compiler` that name files
  std::vector<std::string> program;   // behind "--"
};

CheckArguments split_check_arguments(const std::vector<std::string>& arguments);

}  // namespace heddle
