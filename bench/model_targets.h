// SPDX-License-Identifier: Apache-2.0
//
// From what was measured to what is claimed: ratios to the prototype and to other tools, and which targets are met.
// Pure arithmetic.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/model_reference.h"

namespace heddle::bench {

// One program in one size; medians over the repetitions.
struct Measured {
  Instance instance;
  std::string verdict;     // as reported: clean, finding, incomplete, unsupported
  bool exhaustive = false;
  std::uint64_t executions = 0;
  std::uint64_t verified = 0;  // executions besides these
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  std::uint64_t table_states = 0;
  std::uint64_t rounds = 0;
  std::optional<double> share_done;  // as it says itself, if it can
  std::uint64_t table_bytes = 0;
  double search_seconds = 0;  // of processor time in the model, all others included below
  double cpu_seconds = 0;     // of the whole command, without compiling
  std::uint64_t peak_kilobytes = 0;
  int repeats = 0;
  // The same with --plain, if that was wanted.
  std::optional<double> plain_cpu_seconds;
  bool plain_exhaustive = false;

  double steps_per_second() const;
  double bytes_per_state() const;
  double executions_to_prototype() const;  // 0: nothing to compare with
  double cpu_to_peer() const;
  // Says something that is not so. A search that was cut short says less, which is not wrong.
  bool is_wrong() const;
};

struct Target {
  std::string text;
  std::size_t met = 0;
  std::vector<std::string> missed;  // each with its figure
};

std::vector<Target> judge_targets(const std::vector<Measured>& measured);

}  // namespace heddle::bench
