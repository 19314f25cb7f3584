// SPDX-License-Identifier: Apache-2.0
//
// The report as one JSON object, for --json FILE. The fields are documented in docs/exit_codes_and_json.md and stable.
#pragma once

#include <string>
#include <vector>

#include "report/explained.h"
#include "report/report.h"

namespace heddle {

// `explained` stands beside report.findings, index by index. Ends with a newline.
std::string json_report(const Report& report, const std::vector<Explained>& explained);

}  // namespace heddle
