// SPDX-License-Identifier: Apache-2.0
#include "fuzz/library/library_fuzzing.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "fuzz/library/library_compare.h"

namespace heddle::fuzz {
namespace {

constexpr std::size_t kBatch = 60;  // programs in one file

class LibraryFuzzing {
 public:
  LibraryFuzzing(Workshop& workshop, const LibraryOptions& options, const LibraryProgress& progress)
      : workshop_(workshop), options_(options), progress_(progress), calls_(all_calls()) {
    programs_ = all_programs(calls_, options.choice);
    const std::size_t first = std::min<std::size_t>(options.first, programs_.size());
    programs_.erase(programs_.begin(), programs_.begin() + static_cast<std::ptrdiff_t>(first));
    if (options.programs && *options.programs < programs_.size()) programs_.resize(*options.programs);
    result_.tally.planned = programs_.size();
    plan();
  }

  Result<LibraryResult> run() {
    std::vector<std::thread> workers;
    for (unsigned job = 0; job < std::max(1u, options_.jobs); ++job) workers.emplace_back([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    if (error_) return *error_;
    result_.is_cut = is_stopped();
    std::sort(result_.disagreements.begin(), result_.disagreements.end(),
              [](const LibraryDisagreement& one, const LibraryDisagreement& two) { return one.index < two.index; });
    return std::move(result_);
  }

 private:
  using Batch = std::vector<std::size_t>;  // of one language

  void plan() {
    for (const Language language : {Language::C, Language::Cxx}) {
      Batch batch;
      for (std::size_t at = 0; at < programs_.size(); ++at) {
        if (programs_[at].language() != language) continue;
        batch.push_back(at);
        if (batch.size() < kBatch) continue;
        batches_.push_back(std::move(batch));
        batch.clear();
      }
      if (!batch.empty()) batches_.push_back(std::move(batch));
    }
  }

  bool is_stopped() const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return true;
    return options_.time && std::chrono::steady_clock::now() - start_ > *options_.time;
  }

  void work() {
    while (!is_stopped() && !has_failed_) {
      const std::size_t number = next_.fetch_add(1);
      if (number >= batches_.size()) return;
      const Result<void> done = check(batches_[number], fmt::format("library{}", options_.first + number));
      if (done || done.error().code == ErrorCode::Interrupted) continue;
      const std::lock_guard lock(mutex_);
      error_ = done.error();
      has_failed_ = true;
    }
  }

  Result<void> check(const Batch& batch, const std::string& name) {
    std::vector<LibraryProgram> programs;
    for (const std::size_t at : batch) programs.push_back(programs_[at]);
    Result<std::string> binary = workshop_.build(library_source(programs), name);
    if (!binary) return binary.error();
    for (std::size_t at = 0; at < batch.size() && !is_stopped(); ++at) {
      if (Result<void> done = check_one(*binary, at, batch[at]); !done) return done;
    }
    workshop_.discard(name);
    return {};
  }

  Result<LibraryCompared> compared(const std::string& binary, std::size_t argument) {
    Freedoms freedoms;
    freedoms.visible_output = freedoms.visible_ends = 1;
    Result<std::unique_ptr<Runner>> runner = workshop_.start(binary, argument, freedoms, kMaxEvents);
    if (!runner) return runner.error();
    return compare_library(**runner, options_.defect, options_.stop);
  }

  Result<void> check_one(const std::string& binary, std::size_t at, std::size_t index) {
    Result<LibraryCompared> outcome = compared(binary, at);
    bool is_bare = false;
    if (outcome && outcome->verdict == LibraryVerdict::TooLarge) {
      outcome = compared(binary, at + kBare);
      is_bare = true;
    }
    if (!outcome) return outcome.error();
    note(programs_[index], options_.first + index, *outcome, is_bare);
    return {};
  }

  void note(const LibraryProgram& program, std::uint64_t index, const LibraryCompared& compared, bool is_bare) {
    const std::lock_guard lock(mutex_);
    LibraryTally& tally = result_.tally;
    tally.executions += compared.executions;
    switch (compared.verdict) {
      case LibraryVerdict::Interrupted:
        return;
      case LibraryVerdict::TooLarge:
        ++tally.too_large;
        break;
      case LibraryVerdict::GaveUp:
        tally.gave_up.emplace_back(program.name(), compared.difference);
        break;
      case LibraryVerdict::NoVerdict:
        tally.no_verdict.emplace_back(program.name(), compared.difference);
        break;
      case LibraryVerdict::Differs:
        result_.disagreements.push_back(
            {index, program.name(), is_bare, compared.difference, library_source({program}).text});
        break;
      case LibraryVerdict::Agrees:
        break;
    }
    ++tally.programs;
    ++(program.shape == LibraryShape::Alone ? tally.alone : tally.pairs);
    if (is_bare) ++tally.bare;
    tally.covered.insert(program.first->name);
    if (progress_) progress_(tally, result_.disagreements.size());
  }

  Workshop& workshop_;
  const LibraryOptions& options_;
  const LibraryProgress& progress_;
  const std::vector<LibraryCall> calls_;
  std::vector<LibraryProgram> programs_;
  std::vector<Batch> batches_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> has_failed_{false};
  std::mutex mutex_;  // guards what follows
  LibraryResult result_;
  std::optional<Error> error_;
};

}  // namespace

Result<LibraryResult> run_library_fuzz(Workshop& workshop, const LibraryOptions& options,
                                       const LibraryProgress& progress) {
  return LibraryFuzzing(workshop, options, progress).run();
}

}  // namespace heddle::fuzz
