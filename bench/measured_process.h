// SPDX-License-Identifier: Apache-2.0
//
// One command, run to its end, and what it cost with everything that it started.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::bench {

struct ProcessCost {
  int exit_code = 0;        // 128 + signal if one ended it
  double cpu_seconds = 0;   // user and system, with all children that were waited for
  double wall_seconds = 0;
  std::uint64_t peak_kilobytes = 0;  // of the largest of them
};

enum class Quiet : bool { No, Yes };  // Yes: what it prints to standard output is dropped

Result<ProcessCost> run_measured(std::vector<std::string> words, Quiet quiet);

}  // namespace heddle::bench
