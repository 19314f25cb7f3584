// SPDX-License-Identifier: Apache-2.0
//
// What is kept of executions: those that show a defect, or one for each outcome (analysis/outcome.h).
#pragma once

namespace heddle {

enum class Collected : bool { Findings, Outcomes };

}  // namespace heddle
