// SPDX-License-Identifier: Apache-2.0
//
// Supervisor (the pristine program, stopped right before main) and workers (its forks, which execute). See worker.cpp.
#pragma once

namespace heddle::runtime {

// Runs schedules from the ring until the explorer says quit. Never returns.
[[noreturn]] void supervise();

}  // namespace heddle::runtime
