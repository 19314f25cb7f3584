// SPDX-License-Identifier: Apache-2.0
//
// The truth machine: has the real tool explore generated programs, and compares with the enumerator.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fuzz/batches.h"
#include "fuzz/program.h"
#include "learn/defect.h"
#include "trace/result.h"

namespace heddle::fuzz {

struct FuzzOptions {
  BatchOptions batches;
  bool stops_at_first = false;
  bool only_searches = false;    // no dfs, no outcomes, no shortest ways
  Defect defect = Defect::None;  // switched on in exact
};

struct Disagreement {
  std::uint64_t index = 0;  // of the program
  Program program;
  Configuration configuration;
  std::string difference;
  bool is_late = false;
};

// How many of what. Shares are of programs compared.
struct Tally {
  std::uint64_t programs = 0;   // compared
  std::uint64_t too_large = 0;  // generated and left out
  std::uint64_t with_dfs = 0;
  std::uint64_t deadlocking = 0;
  std::uint64_t failing = 0;  // an assertion
  std::uint64_t memory_errors = 0;
  std::uint64_t racing = 0;
  std::uint64_t ordered = 0;        // conflicting accesses of two threads that never race
  std::uint64_t knowing_races = 0;  // the enumerator could tell all of them
  std::uint64_t with_ways = 0;      // to failures and deadlocks, which were compared
  std::uint64_t symmetric = 0;      // with threads that exact did not tell apart, at least once
  std::uint64_t closed = 0;         // by exact thread by thread, at least once
  std::uint64_t with_outcomes = 0;  // of which every output and end was compared
  std::uint64_t synchronised = 0;   // at least three threads and two kinds of synchronisation
  std::uint64_t explorations = 0;
  std::uint64_t executions = 0;
  std::uint64_t peeked = 0;  // results that were tried out, not executed
  std::uint64_t saturated = 0;  // results that were found impossible without looking at states
  std::uint64_t states = 0;  // of the enumerator
  std::uint64_t interleavings = 0;
  void add(const Tally& other);
};

struct FuzzResult {
  Tally tally;
  std::vector<Disagreement> disagreements;
  bool was_interrupted = false;
};

using FuzzProgress = std::function<void(const Tally&, std::size_t disagreements)>;

Result<FuzzResult> run_fuzz(Workshop& workshop, const FuzzOptions& options, const FuzzProgress& progress);

// The same disagreement in a smaller program, as far as it can be found soon. What ran out of time would do so again and
// again: it stays as it is.
Result<Disagreement> shrunk(Workshop& workshop, const Disagreement& found, const std::atomic<bool>* stop);

// Shares that a long enough run must reach, as sentences about those it has missed.
std::vector<std::string> missed_shares(const Tally& tally, const FuzzOptions& options);

// Which program gave a defect away.
struct Noticed {
  Defect defect = Defect::None;
  bool is_noticed = false;
  std::uint64_t index = 0;  // of the program
};

// These defects, switched on one after the other.
Result<std::vector<Noticed>> notice_defects(Workshop& workshop, const BatchOptions& options,
                                            const std::vector<Defect>& defects,
                                            const std::function<void(const Noticed&)>& progress);

}  // namespace heddle::fuzz
