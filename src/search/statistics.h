// SPDX-License-Identifier: Apache-2.0
//
// Statistics: what a campaign did, in numbers. Every run submitted is in `executions`, `verified` or `discarded`. When
// the visibility set grows, or sizes of blocks are kept apart, all that was counted before moves to `discarded`: so for
// dfs `executions` is the number of interleavings, whatever it took to find out which stack objects are shared.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "trace/model_figures.h"
#include "trace/trace.h"

namespace heddle {

// What was lost at one place of allocation.
struct LeakSummary {
  Leak largest;                  // of one execution
  std::uint64_t executions = 0;  // in how many
};

struct Statistics {
  std::uint64_t executions = 0;  // judged and learned from
  std::uint64_t sampled = 0;     // of these, how many were drawn at random after a search that was cut
  std::uint64_t verified = 0;    // judged, and compared with what a complete search knows; not in `executions`
  std::uint64_t events = 0;      // of these
  std::uint64_t failing = 0;     // of these, how many showed a defect, new or known
  std::array<std::uint64_t, static_cast<std::size_t>(Outcome::WorkerDied) + 1> outcomes{};  // of these
  std::uint64_t full = 0;  // of those that were cut, how many because of the events of all threads together
  std::uint64_t room = 0;  // for these
  std::uint64_t discarded = 0;     // given up, thrown away, or made to repeat a finding
  std::uint64_t restarts = 0;      // how often the visibility set or the table of contested sizes grew
  bool has_weaker_orders = false;  // some atomics are weaker than seq_cst
  bool has_hints = false;          // threads are told something that orders nothing; known only if races are looked for
  double seconds = 0;
  std::optional<ModelFigures> model;  // if the strategy searches one

  std::uint64_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
  void restart() {
    discarded += executions + verified;
    executions = sampled = verified = events = failing = full = room = 0;
    outcomes = {};
    ++restarts;
  }
};

}  // namespace heddle
