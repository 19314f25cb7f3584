// SPDX-License-Identifier: Apache-2.0
//
// `heddle replay FILE`: run the recorded schedule once more and print the same report. `heddle explain FILE`: print the
// saved report without running anything.
#pragma once

#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"

namespace heddle {

// `times`: says at the end how often the finding came.
Result<ExitCode> replay(const std::string& path, std::uint64_t times, const Options& options,
                        const Invocation& invocation);
Result<ExitCode> explain_file(const std::string& path, bool full);

}  // namespace heddle
