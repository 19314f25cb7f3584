// SPDX-License-Identifier: Apache-2.0
//
// `heddle bench substrate`: what one execution costs on this machine, measured through the same Runner and Explorer
// that campaigns use, and the same program under fork per execution in the same run.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace heddle::bench {

struct SubstrateOptions {
  std::string compiler;                  // heddle-clang
  std::string directory = "heddle-out";  // programs and, unless `json` says otherwise, substrate.json go here
  std::string json;
  std::uint64_t executions = 200'000;   // per round of the small program; larger ones get fewer
  std::uint64_t fork_executions = 500;  // per round
  std::uint64_t compared_schedules = 1'000;
  std::uint64_t memory_executions = 1'000'000;
  int rounds = 5;
};

// 0: measured and every hash equal under fork; 1: a hash differs; 3: could not measure. Progress and table go to `out`.
int run_substrate_bench(const SubstrateOptions& options, std::ostream& out);

}  // namespace heddle::bench
