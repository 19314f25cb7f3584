// SPDX-License-Identifier: Apache-2.0
//
// The text report of one finding: what broke and its source line, the schedule in columns, the call stacks, who waits
// for whom, a SUMMARY line that tools can look for, and as the last line the command that replays it.
#pragma once

#include <string>
#include <vector>

#include "report/explained.h"
#include "report/report.h"
#include "report/source_text.h"
#include "report/text/style.h"

namespace heddle {

struct TextInput {
  const SavedFinding& saved;
  const Explained& explained;
  const std::vector<std::string>& notes;
  std::string closing;  // how far the search looked; may be empty
};

std::string finding_text(const TextInput& input, SourceText& source, const TextStyle& style);

// "SUMMARY: heddle: assertion account.cpp:12 in deposit".
std::string summary_line(const Finding& finding, const SourceLocation& location);

}  // namespace heddle
