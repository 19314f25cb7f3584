// SPDX-License-Identifier: Apache-2.0
//
// `heddle fuzz --library`: programs made from the table of library functions.
#pragma once

#include <string>

#include "app/command_line.h"
#include "app/exit_code.h"
#include "app/options.h"

namespace heddle {

Result<ExitCode> run_fuzz_library(const FuzzArguments& arguments, const Options& options, const std::string& folder);

}  // namespace heddle
