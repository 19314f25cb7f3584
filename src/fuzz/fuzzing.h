// SPDX-License-Identifier: Apache-2.0
//
// The truth machine: generates programs, has the real tool explore them, and compares with the enumerator.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "execute/runner.h"
#include "fuzz/program.h"
#include "fuzz/source.h"
#include "trace/result.h"

namespace heddle::fuzz {

// Compiles and starts, for a room that does neither. Called from several threads at once.
class Workshop {
 public:
  virtual ~Workshop() = default;
  // Path of the program made from `source`; `name` is that of no other.
  virtual Result<std::string> build(const SourceFile& source, const std::string& name) = 0;
  virtual Result<std::unique_ptr<Runner>> start(const std::string& binary, std::size_t argument) = 0;
  // Removes what build() made.
  virtual void discard(const std::string& name) = 0;
};

struct FuzzOptions {
  std::uint64_t programs = 1000;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  bool stops_at_first = false;
  const std::atomic<bool>* stop = nullptr;
};

struct Disagreement {
  std::uint64_t index = 0;  // of the program
  Program program;
  std::string configuration;
  std::string difference;
};

// How many of what. Shares are of programs compared.
struct Tally {
  std::uint64_t programs = 0;  // compared
  std::uint64_t too_large = 0;  // generated and left out
  std::uint64_t with_dfs = 0;
  std::uint64_t deadlocking = 0;
  std::uint64_t failing = 0;   // an assertion
  std::uint64_t memory_errors = 0;
  std::uint64_t synchronised = 0;  // at least three threads and two kinds of synchronisation
  std::uint64_t explorations = 0;
  std::uint64_t executions = 0;
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

// Shares that a long enough run must reach, as sentences about those it has missed.
std::vector<std::string> missed_shares(const Tally& tally);

}  // namespace heddle::fuzz
