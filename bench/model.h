// SPDX-License-Identifier: Apache-2.0
//
// `heddle bench model`: what the strategy exact needs for the programs in programs/, each in several sizes, next to
// what its prototype and other tools needed. Runs `heddle run` as a user would and adds up what the processes cost.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace heddle::bench {

struct ModelOptions {
  std::string heddle;                    // the program
  std::string compiler;                  // heddle-clang
  std::string directory = "heddle-out";  // programs and, unless `json` says otherwise, model.json go here
  std::string json;
  std::string figure;                // how they grow, as SVG; empty: none
  std::vector<std::string> filters;  // each a part of a name; none: everything
  std::string time = "20s";
  bool compares_plain = false;  // each is measured with --plain, too
  bool looks_at_estimates = false;  // instead: how good they are while states are searched
  bool quick = false;  // the two smallest sizes of each program, once
  int repeats = 5;
};

// 0: measured, and no verdict was wrong; 1: one was; 2: nothing matches the filter; 3: could not measure.
int run_model_bench(const ModelOptions& options, std::ostream& out);

}  // namespace heddle::bench
