// SPDX-License-Identifier: Apache-2.0
//
// confirm: no finding is shown that was not repeated. Runs its complete schedule again with call stacks and
// overwritten values, and compares the events and the outcome. What the program prints in that run is kept.
#pragma once

#include "execute/runner.h"
#include "trace/finding.h"

namespace heddle {

// The finding with the detailed trace in place of the first one. An Error of code Unsupported names the first event
// that went another way: the program is not deterministic. Requires runner.idle(). Without Output::Capture nothing is said
// of the output.
Result<Finding> confirm(Runner& runner, const Finding& finding, Output output = Output::Capture);

}  // namespace heddle
