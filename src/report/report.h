// SPDX-License-Identifier: Apache-2.0
//
// Report: everything a campaign has to say at its end, before it becomes text or JSON. Built by app/, read by
// every renderer. The verdict always comes with how far we looked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/finding.h"
#include "trace/freedoms.h"
#include "trace/model_figures.h"

namespace heddle {

#define HEDDLE_VERDICTS(X)    \
  X(Clean, "clean")           \
  X(Complete, "complete") /* every outcome is listed */ \
  X(Finding, "finding")       \
  X(Incomplete, "incomplete") \
  X(Unsupported, "unsupported")

enum class Verdict : std::uint8_t {
#define HEDDLE_X(name, text) name,
  HEDDLE_VERDICTS(HEDDLE_X)
#undef HEDDLE_X
};
std::string_view name_of(Verdict verdict);

// Something that kept the search from covering everything: executions, time, memory, events, interrupted, strategy ...
struct ReachedBound {
  std::string name;
  std::string limit;  // as the user wrote or would write it: "10000", "30s"; empty when there is no number
};

struct SavedFinding {
  Finding finding;
  std::string replay_path;     // empty when the file could not be written
  std::string replay_command;  // to be pasted; the last line of the text report
};

struct Report {
  Verdict verdict = Verdict::Incomplete;
  bool exhaustive = false;
  std::vector<ReachedBound> bounds;
  std::vector<std::string> notes;
  std::vector<SavedFinding> findings;
  bool lists_outcomes = false;         // they were asked for, and not defects
  std::vector<SavedFinding> outcomes;  // each with its replay file
  std::uint64_t executions = 0;
  std::uint64_t sampled = 0;   // of these, at random, after a search that was cut
  std::uint64_t verified = 0;  // besides these, at random, after a complete search: they showed nothing new
  std::uint32_t cut_covered = 0;  // of a search that was cut: all that so many events of each thread lead to was explored
  std::string cut_place;          // and where a thread was cut, if known
  std::optional<ModelFigures> model;  // of a strategy that searches one
  double seconds = 0;  // exploration without compiling
  std::string strategy;
  std::string memory_model = "sc";
  Freedoms freedoms;
  bool looks_for_races = true;
  bool leaks_are_findings = false;
  bool has_weaker_orders = false;  // atomics weaker than seq_cst
  bool has_hints = false;          // failed tries and the like, which tell something and order nothing
  std::string build_id;
};

}  // namespace heddle
