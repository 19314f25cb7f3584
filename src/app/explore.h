// SPDX-License-Identifier: Apache-2.0
//
// What `check` and `run` share: start the subject, search, save and print what was found.
#pragma once

#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"

namespace heddle {

// A report of an earlier search must not be taken for this one's, should this one end without.
void remove_old_report(const Options& options);
// Says that we were asked to stop before there was anything to explore.
ExitCode report_interruption(const Options& options);
// An Error when no search took place.
Result<ExitCode> explore(const Subject& subject, const Options& options, const Invocation& invocation);

}  // namespace heddle
