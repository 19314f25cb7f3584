// SPDX-License-Identifier: Apache-2.0
//
// Limits of the system (ulimit) that are too low for a checked program, and what it cannot run without (/proc), noticed
// before it is started.
#pragma once

#include "trace/result.h"

namespace heddle {

// An error names the limit, what is needed, and the command that raises it.
Result<void> check_process_limits();
// In the child: raises soft limits as far as needed and allowed, and sets the size of stacks to what they really have.
void set_process_limits();

}  // namespace heddle
