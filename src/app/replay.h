// SPDX-License-Identifier: Apache-2.0
//
// `heddle replay FILE`: run the recorded schedule once more and print the same report. Rebuilds the program when it is
// gone or another one stands in its place and its sources are still the same.
#pragma once

#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"

namespace heddle {

Result<ExitCode> replay(const std::string& path, const Options& options, const Invocation& invocation);

}  // namespace heddle
