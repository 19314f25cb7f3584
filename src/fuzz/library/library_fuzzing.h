// SPDX-License-Identifier: Apache-2.0
//
// The second self-test: programs made from the table of library functions, exact against dfs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fuzz/batches.h"
#include "fuzz/library/library_program.h"
#include "trace/result.h"

namespace heddle::fuzz {

struct LibraryOptions {
  LibraryChoice choice;
  std::uint64_t first = 0;                // number of the first program
  std::optional<std::uint64_t> programs;  // how many; nothing: all
  std::optional<std::chrono::duration<double>> time;
  unsigned jobs = 1;
  Defect defect = Defect::None;  // switched on in exact
  const std::atomic<bool>* stop = nullptr;
};

struct LibraryDisagreement {
  std::uint64_t index = 0;
  std::string name;
  bool is_bare = false;
  std::string difference;
  std::string source;  // the program alone
};

struct LibraryTally {
  std::uint64_t planned = 0;
  std::uint64_t programs = 0;  // compared, or known why not
  std::uint64_t alone = 0;
  std::uint64_t pairs = 0;
  std::uint64_t bare = 0;       // pairs without looks, because with them they are too large
  std::uint64_t too_large = 0;  // even so
  std::uint64_t executions = 0;
  std::set<std::string> covered;                                // functions
  std::vector<std::pair<std::string, std::string>> gave_up;     // program, why exact claims nothing
  std::vector<std::pair<std::string, std::string>> no_verdict;  // program, why nobody says anything
};

struct LibraryResult {
  LibraryTally tally;
  std::vector<LibraryDisagreement> disagreements;
  bool is_cut = false;  // interrupted, or no time left
};

using LibraryProgress = std::function<void(const LibraryTally&, std::size_t disagreements)>;

Result<LibraryResult> run_library_fuzz(Workshop& workshop, const LibraryOptions& options,
                                       const LibraryProgress& progress);

// In words, for those who called it.
std::string library_summary(const LibraryResult& result, const LibraryOptions& options, double seconds);
std::string library_progress_line(const LibraryTally& tally, std::size_t disagreements, double seconds);
std::string kept_library_file(const LibraryDisagreement& found, const std::string& path);
std::string library_list();  // every function with its answer

}  // namespace heddle::fuzz
