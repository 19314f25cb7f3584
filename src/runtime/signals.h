// SPDX-License-Identifier: Apache-2.0
//
// Fatal signals and the watchdog. See signals.cpp.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

void install_fault_handlers();  // once, before the snapshot
void start_watchdog();          // per worker: timers do not survive fork
// Under a debugger: a single SIGVTALRM after the same time, which the debugger keeps for itself.
void start_hang_alarm();

}  // namespace heddle::runtime
