// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzzing.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "fuzz/compare.h"
#include "fuzz/generator.h"
#include "fuzz/observation.h"
#include "fuzz/random.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kBatch = 50;  // programs in one file
constexpr std::uint64_t kMostStates = 30'000;
constexpr std::uint64_t kMostInterleavings = 50'000;  // for dfs
constexpr std::uint64_t kMostWithCrashes = 2'000;      // an execution that crashes takes a hundred times as long
constexpr std::uint64_t kEveryCombination = 2'000;    // programs that are explored with all switches
constexpr unsigned kDrawn = 3;
constexpr std::uint64_t kEnoughForShares = 1'000;

enum class SyncKind : std::uint8_t { None, Mutex, Condition, Semaphore, RwLock, Barrier, Once, Spin };

SyncKind sync_kind(Kind kind) {
  switch (kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock:
      return SyncKind::Mutex;
    case Kind::SpinLock:
    case Kind::SpinTryLock:
      return SyncKind::Spin;
    case Kind::ReadLock:
    case Kind::WriteLock:
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
      return SyncKind::RwLock;
    case Kind::Wait:
    case Kind::WaitUntil:
    case Kind::TimedWait:
    case Kind::Signal:
    case Kind::Broadcast:
      return SyncKind::Condition;
    case Kind::SemWait:
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
    case Kind::SemPost:
    case Kind::SemValue:
      return SyncKind::Semaphore;
    case Kind::Barrier:
      return SyncKind::Barrier;
    case Kind::Once:
      return SyncKind::Once;
    default:
      return SyncKind::None;
  }
}

struct Subject {
  std::uint64_t index = 0;
  Program program;
  Enumeration expected;
};

Tally tally_of(const Subject& subject) {
  Tally tally;
  tally.programs = 1;
  tally.states = subject.expected.states;
  const Outcomes& outcomes = subject.expected.outcomes;
  tally.deadlocking = outcomes.deadlocks.empty() ? 0 : 1;
  for (const FailureAt& failure : outcomes.failures) {
    (failure.kind == FailureKind::Assertion ? tally.failing : tally.memory_errors) = 1;
  }
  std::set<SyncKind> kinds;
  for_each_statement(subject.program, [&](const Statement& each) { kinds.insert(sync_kind(each.kind)); });
  kinds.erase(SyncKind::None);
  tally.synchronised = subject.program.threads.size() > 3 && kinds.size() >= 2 ? 1 : 0;
  return tally;
}

// The program of that number: the first of a sequence that the enumerator can cope with.
Subject make_subject(std::uint64_t seed, std::uint64_t index, Tally& tally) {
  Random seeds(seed * 0x9e3779b97f4a7c15 ^ index);
  seeds.next();
  for (unsigned size = 100;; size = std::max(10u, size * 3 / 4)) {
    Subject subject{index, generate(seeds.next(), size), {}};
    subject.expected = enumerate(subject.program, kMostStates);
    if (subject.expected.is_complete) return subject;
    ++tally.too_large;
  }
}

class Fuzzing {
 public:
  Fuzzing(Workshop& workshop, const FuzzOptions& options, const FuzzProgress& progress)
      : workshop_(workshop), options_(options), progress_(progress) {}

  Result<FuzzResult> run() {
    std::vector<std::thread> workers;
    for (unsigned job = 0; job < std::max(1u, options_.jobs); ++job) workers.emplace_back([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    if (error_) return *error_;
    result_.was_interrupted = is_stopped();
    std::sort(result_.disagreements.begin(), result_.disagreements.end(),
              [](const Disagreement& one, const Disagreement& other) { return one.index < other.index; });
    return std::move(result_);
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }
  bool is_over() const { return is_stopped() || is_done_.load(); }

  void work() {
    while (!is_over()) {
      const std::uint64_t first = next_.fetch_add(kBatch);
      if (first >= options_.programs) return;
      if (Result<void> done = batch(first, std::min(options_.programs, first + kBatch)); !done) {
        const std::lock_guard lock(mutex_);
        if (!is_stopped()) error_ = done.error();
        is_done_ = true;
      }
    }
  }

  Result<void> batch(std::uint64_t first, std::uint64_t end) {
    Tally tally;
    std::vector<Subject> subjects;
    for (std::uint64_t index = first; index < end; ++index) subjects.push_back(make_subject(options_.seed, index, tally));
    std::vector<const Program*> programs;
    for (const Subject& subject : subjects) programs.push_back(&subject.program);
    const SourceFile source = source_of(programs);
    const std::string name = fmt::format("batch{}", first);
    Result<std::string> binary = workshop_.build(source, name);
    if (!binary) return binary.error();
    note(tally, {});
    std::vector<std::uint16_t> points;
    for (std::size_t at = 0; at < subjects.size() && !is_over(); ++at) {
      if (Result<void> done = check(subjects[at], *binary, at, source, points); !done) return done;
    }
    workshop_.discard(name);
    return {};
  }

  Result<void> check(const Subject& subject, const std::string& binary, std::size_t argument, const SourceFile& source,
                     std::vector<std::uint16_t>& points) {
    Result<std::unique_ptr<Runner>> runner = workshop_.start(binary, argument);
    if (!runner) return runner.error();
    if (points.empty()) points = statements_of_points((*runner)->facts(), source.ids);
    Tally tally = tally_of(subject);
    std::optional<Disagreement> found;
    std::vector<Configuration> configurations =
        exact_configurations(subject.index, subject.index < kEveryCombination, kDrawn);
    if (subject.expected.interleavings <= (tally.memory_errors != 0 ? kMostWithCrashes : kMostInterleavings)) {
      configurations.push_back({true, {}});
      tally.with_dfs = 1;
      tally.interleavings = subject.expected.interleavings;
    }
    for (const Configuration& configuration : configurations) {
      const Compared compared =
          compare({subject.program, **runner, points, source.ids}, subject.expected, configuration, options_.stop);
      ++tally.explorations;
      tally.executions += compared.executions;
      if (compared.difference.empty()) continue;
      found = Disagreement{subject.index, subject.program, describe(configuration), compared.difference};
      break;
    }
    note(tally, std::move(found));
    return {};
  }

  void note(const Tally& tally, std::optional<Disagreement> found) {
    const std::lock_guard lock(mutex_);
    result_.tally.add(tally);
    if (found) {
      result_.disagreements.push_back(std::move(*found));
      if (options_.stops_at_first) is_done_ = true;
    }
    if (progress_) progress_(result_.tally, result_.disagreements.size());
  }

  Workshop& workshop_;
  const FuzzOptions& options_;
  const FuzzProgress& progress_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> is_done_{false};
  std::mutex mutex_;  // guards what follows
  FuzzResult result_;
  std::optional<Error> error_;
};

void demand(std::vector<std::string>& missed, const char* what, std::uint64_t count, std::uint64_t programs,
            std::uint64_t percent) {
  if (count * 100 >= programs * percent) return;
  missed.push_back(fmt::format("only {:.1f} % of the programs {}, {} % are needed",
                               100.0 * static_cast<double>(count) / static_cast<double>(programs), what, percent));
}

}  // namespace

void Tally::add(const Tally& other) {
  programs += other.programs;
  too_large += other.too_large;
  with_dfs += other.with_dfs;
  deadlocking += other.deadlocking;
  failing += other.failing;
  memory_errors += other.memory_errors;
  synchronised += other.synchronised;
  explorations += other.explorations;
  executions += other.executions;
  states += other.states;
  interleavings += other.interleavings;
}

std::vector<std::string> missed_shares(const Tally& tally) {
  std::vector<std::string> missed;
  if (tally.programs < kEnoughForShares) return missed;
  demand(missed, "can deadlock", tally.deadlocking, tally.programs, 5);
  demand(missed, "can fail an assertion", tally.failing, tally.programs, 10);
  demand(missed, "have three threads and two kinds of synchronisation", tally.synchronised, tally.programs, 30);
  demand(missed, "are small enough for dfs", tally.with_dfs, tally.programs, 20);
  return missed;
}

Result<FuzzResult> run_fuzz(Workshop& workshop, const FuzzOptions& options, const FuzzProgress& progress) {
  return Fuzzing(workshop, options, progress).run();
}

}  // namespace heddle::fuzz
