// SPDX-License-Identifier: Apache-2.0
//
// The outcomes of a program as a table: how each ends, what it prints, which file replays it.
#pragma once

#include <string>
#include <vector>

#include "report/report.h"
#include "report/text/style.h"

namespace heddle {

// One line for each, then why those fail that do.
std::string outcomes_table(const std::vector<SavedFinding>& outcomes, const TextStyle& style);

}  // namespace heddle
