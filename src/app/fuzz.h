// SPDX-License-Identifier: Apache-2.0
//
// `heddle fuzz`: gives the truth machine compilers and processes, prints what it found.
#pragma once

#include "app/command_line.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"

namespace heddle {

Result<ExitCode> run_fuzz_command(const FuzzArguments& arguments, const Options& options, const Invocation& invocation);

}  // namespace heddle
