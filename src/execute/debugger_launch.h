// SPDX-License-Identifier: Apache-2.0
//
// One recorded execution in the calling process itself, which a debugger has started and traces: same descriptors,
// environment and folder as under ProcessRunner, so that it is the same execution, but without supervisor and worker.
#pragma once

#include <cstdint>
#include <vector>

#include "execute/launch.h"
#include "trace/contested_sizes.h"
#include "trace/schedule.h"

namespace heddle {

struct DebuggedRun {
  LaunchSpec launch;
  RingShape ring;
  Schedule schedule;
  std::vector<std::uint32_t> visible_sites;
  ContestedSizes contested_sizes;
  std::uint32_t stop_step = ~std::uint32_t{0};  // before the event of this number
  std::uint32_t hang_after = 0;                 // so many events, then an expected endless loop; 0: none
};

// Becomes the program; returns only if that failed.
Error become_debugged(const DebuggedRun& run);

}  // namespace heddle
