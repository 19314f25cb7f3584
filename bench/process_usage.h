// SPDX-License-Identifier: Apache-2.0
//
// Processor time and memory of processes that we did not start ourselves (the worker, forks of the supervisor).
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace heddle::bench {

// Processor time of one process so far, in seconds; 0 if it is gone.
double cpu_seconds(pid_t process);
// The same for a process and all its children that ended and were waited for. Resolution: a clock tick.
double cpu_seconds_with_children(pid_t process);
double own_cpu_seconds();
double wall_seconds();
std::uint64_t resident_kilobytes(pid_t process);

}  // namespace heddle::bench
