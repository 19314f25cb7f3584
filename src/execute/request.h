// SPDX-License-Identifier: Apache-2.0
//
// The explorer's half of the ring: what an execution is told.
#pragma once

#include <vector>

#include "execute/ring_memory.h"
#include "execute/runner.h"

namespace heddle {

// The turns and choices of `schedule` must fit into the slot.
void write_request(const SlotView& slot, const Schedule& schedule, const RunOptions& options);
// Replaces the set of visible stack sites by another one, under a new version.
void write_visible_sites(wire::RingHeader& header, const std::vector<std::uint32_t>& sites);
// The same with the sizes of blocks that are kept apart.
void write_contested_sizes(wire::RingHeader& header, const ContestedSizes& sizes);

}  // namespace heddle
