// SPDX-License-Identifier: Apache-2.0
//
// What the debugger's script has to know about a finding: the steps in words, the records that must come again, and how
// the execution ends. JSON, for that script only.
#pragma once

#include <string>

#include "report/explained.h"

namespace heddle {

struct DebuggerPaths {
  std::string wrapper;  // start of a shell command; the step to stop at comes behind it
  std::string result;   // file for what the script found out
};

std::string debugger_session(const Finding& finding, const Explained& explained, const DebuggerPaths& paths);

}  // namespace heddle
