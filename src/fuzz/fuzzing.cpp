// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzzing.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "fuzz/compare.h"
#include "fuzz/compare_ways.h"
#include "fuzz/observation.h"
#include "fuzz/printing_program.h"
#include "fuzz/shrink.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kMostInterleavings = 50'000;  // for dfs
constexpr std::uint64_t kMostWithCrashes = 2'000;     // an execution that crashes takes a hundred times as long
constexpr std::uint64_t kManyCombinations = 2'000;    // programs that are explored with many of them
constexpr unsigned kDrawn = 3;
constexpr std::size_t kMostIfCut = 1;  // ways of exploring a program whose executions are cut
constexpr std::uint64_t kMostStatesShrinking = 60'000;
constexpr unsigned kMostAskedShrinking = 2'000;
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

Tally tally_of(const Subject& subject) {
  Tally tally;
  tally.programs = 1;
  tally.too_large = subject.left_out;
  tally.states = subject.expected.states;
  const Outcomes& outcomes = subject.expected.outcomes;
  tally.deadlocking = outcomes.deadlocks.empty() ? 0 : 1;
  for (const FailureAt& failure : outcomes.failures) {
    (failure.kind == FailureKind::Assertion ? tally.failing : tally.memory_errors) = 1;
  }
  tally.racing = outcomes.races.empty() ? 0 : 1;
  tally.ordered = subject.expected.has_ordered_pairs ? 1 : 0;
  tally.knowing_races = subject.expected.knows_races ? 1 : 0;
  std::set<SyncKind> kinds;
  for_each_statement(subject.program, [&](const Statement& each) { kinds.insert(sync_kind(each.kind)); });
  kinds.erase(SyncKind::None);
  tally.synchronised = subject.program.threads.size() > 3 && kinds.size() >= 2 ? 1 : 0;
  return tally;
}

// For dfs.
bool is_small(const Subject& subject) {
  const std::set<FailureAt>& failures = subject.expected.outcomes.failures;
  const bool may_crash = std::any_of(failures.begin(), failures.end(),
                                     [](const FailureAt& each) { return each.kind != FailureKind::Assertion; });
  return subject.expected.interleavings <= (may_crash ? kMostWithCrashes : kMostInterleavings);
}

// Those that can be asked about the program, in the order in which they can be.
std::vector<Configuration> suitable(std::vector<Configuration> list, const Subject& subject) {
  const auto merges = [](const Configuration& each) { return each.switches.merging && !each.is_dfs; };
  const auto does_not = [](const Configuration& each) { return !each.switches.merging || each.is_dfs; };
  if (!is_small(subject)) std::erase_if(list, [](const Configuration& each) { return each.is_dfs; });
  // Pasts without end: only local states can be enumerated.
  if (subject.expected.interleavings == kEndless) std::erase_if(list, does_not);
  // With more of the stacks visible threads can run in more states, and only then others may wake up spuriously.
  if (subject.program.spurious != 0) std::erase_if(list, merges);
  const auto is_about_ways = [](const Configuration& each) { return each.shortens || each.most_preemptions; };
  if (!has_comparable_ways(subject.program, subject.expected)) std::erase_if(list, is_about_ways);
  // Whoever is cut tells nothing of ways, and executions that are cut take long.
  const auto is_special = [&](const Configuration& each) { return is_about_ways(each) || each.lists_outcomes || each.is_dfs; };
  if (counts_rounds(subject.program)) {
    std::erase_if(list, is_special);
    if (list.size() > kMostIfCut) list.resize(kMostIfCut);
  }
  // Merging makes all of every stack visible, for good: whoever does not want that goes first.
  std::partition(list.begin(), list.end(), does_not);
  return list;
}

// Whether the defect shows in this program, which is judged rightly without it.
bool shows(Defect defect, const Subject& subject, const BuiltProgram& built, const std::atomic<bool>* stop) {
  for (Configuration configuration : suitable(defective_configurations(defect), subject)) {
    if (compare(built, subject.expected, configuration, stop).difference.empty()) continue;
    configuration.switches.defect = Defect::None;
    if (compare(built, subject.expected, configuration, stop).difference.empty()) return true;
  }
  return false;
}

class Fuzzing {
 public:
  Fuzzing(const FuzzOptions& options, const FuzzProgress& progress) : options_(options), progress_(progress) {}

  // False: no more programs are wanted.
  bool check(const Subject& subject, const BuiltProgram& built) {
    Tally tally = tally_of(subject);
    std::optional<Disagreement> found;
    for (const Configuration& configuration : configurations(subject, tally)) {
      const Compared compared = compare(built, subject.expected, configuration, options_.batches.stop);
      ++tally.explorations;
      tally.executions += compared.executions;
      tally.peeked += compared.peeked;
      tally.saturated += compared.saturated;
      if (compared.is_closed) tally.closed = 1;
      if (compared.has_exchangeable) tally.symmetric = 1;
      if (configuration.shortens && compared.was_compared) tally.with_ways = 1;
      if (configuration.lists_outcomes && compared.was_compared) tally.with_outcomes = 1;
      if (compared.difference.empty()) continue;
      found = Disagreement{subject.index, subject.program, configuration, compared.difference, compared.is_late};
      break;
    }
    return note(tally, std::move(found));
  }

  FuzzResult take() {
    result_.was_interrupted = options_.batches.stop != nullptr && options_.batches.stop->load();
    std::sort(result_.disagreements.begin(), result_.disagreements.end(),
              [](const Disagreement& one, const Disagreement& other) { return one.index < other.index; });
    return std::move(result_);
  }

 private:
  std::vector<Configuration> configurations(const Subject& subject, Tally& tally) const {
    if (options_.defect != Defect::None) return suitable(defective_configurations(options_.defect), subject);
    std::vector<Configuration> wanted = exact_configurations(subject.index, subject.index < kManyCombinations, kDrawn);
    if (options_.only_searches) return suitable(std::move(wanted), subject);
    Configuration& dfs = *wanted.insert(wanted.begin(), Configuration{});
    dfs.is_dfs = true;
    dfs.repeats_findings = subject.index < kManyCombinations;
    for (Configuration& each : way_configurations(subject.index)) wanted.push_back(std::move(each));
    for (Configuration& each : outcome_configurations(subject.index)) wanted.push_back(std::move(each));
    if (is_small(subject)) {
      tally.with_dfs = 1;
      tally.interleavings = subject.expected.interleavings;
    }
    return suitable(std::move(wanted), subject);
  }

  bool note(const Tally& tally, std::optional<Disagreement> found) {
    const std::lock_guard lock(mutex_);
    result_.tally.add(tally);
    const bool goes_on = !found || !options_.stops_at_first;
    if (found) result_.disagreements.push_back(std::move(*found));
    if (progress_) progress_(result_.tally, result_.disagreements.size());
    return goes_on;
  }

  const FuzzOptions& options_;
  const FuzzProgress& progress_;
  std::mutex mutex_;  // guards what follows
  FuzzResult result_;
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
  racing += other.racing;
  ordered += other.ordered;
  knowing_races += other.knowing_races;
  with_ways += other.with_ways;
  closed += other.closed;
  symmetric += other.symmetric;
  with_outcomes += other.with_outcomes;
  synchronised += other.synchronised;
  explorations += other.explorations;
  executions += other.executions;
  peeked += other.peeked;
  saturated += other.saturated;
  states += other.states;
  interleavings += other.interleavings;
}

std::vector<std::string> missed_shares(const Tally& tally, const FuzzOptions& options) {
  std::vector<std::string> missed;
  if (tally.programs < kEnoughForShares) return missed;
  demand(missed, "can deadlock", tally.deadlocking, tally.programs, 5);
  demand(missed, "can fail an assertion", tally.failing, tally.programs, 10);
  demand(missed, "have a data race", tally.racing, tally.programs, 30);
  demand(missed, "have conflicting accesses that never race", tally.ordered, tally.programs, 30);
  demand(missed, "are known with all their data races", tally.knowing_races, tally.programs, 90);
  demand(missed, "have three threads and two kinds of synchronisation", tally.synchronised, tally.programs, 30);
  demand(missed, "have threads that need not be told apart", tally.symmetric, tally.programs, 3);
  demand(missed, "are decided thread by thread", tally.closed, tally.programs, 5);
  if (options.only_searches) return missed;
  demand(missed, "are small enough for dfs", tally.with_dfs, tally.programs, 20);
  return missed;
}

Result<FuzzResult> run_fuzz(Workshop& workshop, const FuzzOptions& options, const FuzzProgress& progress) {
  Fuzzing fuzzing(options, progress);
  const Result<void> done = for_each_program(
      workshop, options.batches,
      [&](const Subject& subject, const BuiltProgram& built) { return fuzzing.check(subject, built); });
  if (!done) return done.error();
  return fuzzing.take();
}

Result<Disagreement> shrunk(Workshop& workshop, const Disagreement& found, const std::atomic<bool>* stop) {
  Disagreement smallest = found;
  if (found.is_late) return smallest;
  std::optional<Error> error;
  unsigned files = 0;
  const auto still_differs = [&](const std::vector<Program>& programs) {
    std::vector<bool> answers(programs.size());
    std::vector<const Program*> list;
    for (const Program& program : programs) list.push_back(&program);
    const SourceFile source = source_of(list);
    const std::string name = fmt::format("shrink{}", files++);
    Result<std::string> binary = workshop.build(source, name);
    if (!binary) error = binary.error();
    for (std::size_t at = 0; at < programs.size() && !error && !(stop != nullptr && stop->load()); ++at) {
      const Enumeration expected = enumerate(programs[at], kMostStatesShrinking);
      const bool is_comparable =
          expected.is_complete && (!found.configuration.is_dfs || expected.interleavings <= kMostInterleavings);
      if (!is_comparable) continue;
      Result<std::unique_ptr<Runner>> runner = workshop.start(*binary, at, freedoms_of(programs[at]), max_events(programs[at]));
      if (!runner) {
        error = runner.error();
        break;
      }
      const std::vector<std::uint16_t> points = statements_of_points((*runner)->facts(), source.ids);
      PrintingProgram printing(programs[at], [&](const Freedoms& freedoms) {
        return workshop.start(*binary, at, freedoms, max_events(programs[at]));
      });
      const Compared compared =
          compare({programs[at], **runner, points, source.ids, printing}, expected, found.configuration, stop);
      answers[at] = !compared.difference.empty();
      if (!answers[at]) continue;
      smallest.difference = compared.difference;
      break;  // the first is taken
    }
    workshop.discard(name);
    return answers;
  };
  smallest.program = shrink(found.program, still_differs, kMostAskedShrinking);
  if (error) return *error;
  return smallest;
}

Result<std::vector<Noticed>> notice_defects(Workshop& workshop, const BatchOptions& options,
                                            const std::vector<Defect>& defects,
                                            const std::function<void(const Noticed&)>& progress) {
  std::vector<Noticed> list;
  for (const Defect each : defects) list.push_back({each, false, 0});
  std::mutex mutex;  // guards the list
  const Result<void> done = for_each_program(workshop, options, [&](const Subject& subject, const BuiltProgram& built) {
    bool is_open = false;
    for (Noticed& noticed : list) {
      const auto is_noticed = [&] {
        const std::lock_guard lock(mutex);
        return noticed.is_noticed;
      };
      if (is_noticed()) continue;
      const bool differs = shows(noticed.defect, subject, built, options.stop);
      is_open |= !differs;
      const std::lock_guard lock(mutex);
      if (!differs || noticed.is_noticed) continue;
      noticed.is_noticed = true;
      noticed.index = subject.index;
      if (progress) progress(noticed);
    }
    return is_open;
  });
  if (!done) return done.error();
  return list;
}

}  // namespace heddle::fuzz
