// SPDX-License-Identifier: Apache-2.0
//
// How the measured programs grow: for each family one small chart, its size against executions, states and processor
// time. An SVG picture as text; knows nothing of files.
#pragma once

#include <string>
#include <vector>

#include "bench/model_targets.h"

namespace heddle::bench {

// Families with fewer than three sizes are left out.
std::string growth_figure(const std::vector<Measured>& measured);

}  // namespace heddle::bench
