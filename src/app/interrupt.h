// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C and SIGTERM: the first one asks to stop, the second one, whichever it is, ends the process at once.
#pragma once

#include <atomic>

namespace heddle {

// Installs the handlers; the flag is set by the first signal.
const std::atomic<bool>& stop_on_interrupt();

}  // namespace heddle
