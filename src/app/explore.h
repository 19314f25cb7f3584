// SPDX-License-Identifier: Apache-2.0
//
// What `check` and `run` share: start the subject, search, save and print what was found.
#pragma once

#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"

namespace heddle {

// An Error when no search took place.
Result<ExitCode> explore(const Subject& subject, const Options& options, const Invocation& invocation);

}  // namespace heddle
