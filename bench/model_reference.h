// SPDX-License-Identifier: Apache-2.0
//
// What is measured by `heddle bench model`, and what it is compared with: model_reference.csv, one program with its
// sizes per line. Parsing only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/result.h"

namespace heddle::bench {

// The first implementation of the learned model, in a language of its own, without a real program below it.
struct PrototypeFigures {
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
};

struct PeerFigures {
  std::string tool;
  std::uint64_t executions = 0;
  double cpu_seconds = 0;
};

struct Instance {
  std::string program;               // programs/NAME.c
  std::vector<std::string> defines;  // "N=5", "NOERR"
  std::string verdict;               // clean or finding
  std::optional<PrototypeFigures> prototype;
  std::optional<PeerFigures> peer;  // the fastest one
  bool is_small = false;            // one of the two smallest of its sweep

  std::string sweep() const;  // the same for all sizes of a program
  std::string name() const;   // counter(5), philosophers(4, FIXED)
};

Result<std::vector<Instance>> parse_reference(std::string_view text);

}  // namespace heddle::bench
