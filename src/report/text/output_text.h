// SPDX-License-Identifier: Apache-2.0
//
// What the program itself printed, as a paragraph of the report.
#pragma once

#include <string>

#include "report/text/style.h"

namespace heddle {

// The last lines, each marked as the program's, made harmless for a terminal; "" if it printed nothing.
std::string output_text(const std::string& output, const TextStyle& style);

}  // namespace heddle
