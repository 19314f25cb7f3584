// SPDX-License-Identifier: Apache-2.0
#include "search/shorten.h"

#include <algorithm>

#include "analysis/data_races.h"
#include "learn/learner.h"
#include "search/no_verdict.h"
#include "solve/shortest_search.h"

namespace heddle {
namespace {

constexpr std::uint64_t kStepsAtOnce = 20'000;
constexpr std::uint64_t kThreadsPerStep = 16;  // with so many more, a step takes as long as another one

std::optional<Goal> goal_of(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::Assertion:
    case FindingKind::Crash:
    case FindingKind::UseAfterFree:
    case FindingKind::DoubleFree:
    case FindingKind::InvalidFree:
    case FindingKind::BufferOverflow:
    case FindingKind::NullDereference:
    case FindingKind::StackOverflow:
    case FindingKind::UncaughtException:
      return Goal{Destination::Failure, {}};
    case FindingKind::ExitCode:
      return Goal{Destination::Exit, {}};
    case FindingKind::Deadlock:
      return Goal{Destination::Deadlock, {}};
    case FindingKind::DataRace:
      return Goal{Destination::Race,
                  {finding.trace.events[finding.race->first].point, finding.trace.events[finding.race->second].point}};
    case FindingKind::Hang:  // what comes for ever has no length
    case FindingKind::Outcome:
    case FindingKind::Leak:  // the model does not know what was lost
      return std::nullopt;
  }
  return std::nullopt;
}

// Of the way to what was found. A race is there with its second access, whatever follows.
Effort effort_of(const Finding& finding) {
  const std::vector<Event>& events = finding.trace.events;
  const std::size_t end = finding.race ? finding.race->second + 1 : events.size();
  Effort effort{0, static_cast<std::uint32_t>(end)};
  for (std::size_t index = 1; index < end; ++index) {
    if (events[index].thread != events[index - 1].thread) ++effort.price;
  }
  return effort;
}

class Shortener {
 public:
  Shortener(Runner& runner, const Learned& learned, const Finding& finding, const JudgeOptions& judge,
            ShortenLimits& limits, const std::atomic<bool>* stop)
      : runner_(runner),
        learned_(learned),
        judge_(judge),
        limits_(limits),
        stop_(stop),
        best_(finding),
        search_(*learned.model, learned.freedoms, *goal_of(finding), effort_of(finding), learned.hash_words) {}

  Result<Finding> run() {
    if (best_.race) {
      if (Result<void> cut = cut_after_race(); !cut) return cut.error();
    }
    while (!is_over()) {
      const std::uint64_t before = search_.steps(), weight = 1 + learned_.model->thread_count() / kThreadsPerStep;
      const SearchProgress progress = search_.run(1 + std::min(kStepsAtOnce, limits_.steps) / weight);
      limits_.steps -= std::min(limits_.steps, std::max<std::uint64_t>(1, search_.steps() - before) * weight);
      switch (progress) {
        case SearchProgress::NeedsExecution:
          if (Result<void> learned = learn(); !learned) return learned.error();
          break;
        case SearchProgress::Candidate:
          if (Result<void> tried = try_candidate(); !tried) return tried.error();
          break;
        case SearchProgress::Complete:
        case SearchProgress::LimitDone:
          if (!search_.look_for_fewer_steps()) return finished(Shortness::Shortest);
          break;
        case SearchProgress::LevelDone:
        case SearchProgress::Paused:
        case SearchProgress::Deadlock:
        case SearchProgress::End:
        case SearchProgress::Race:
        case SearchProgress::Livelock:
          break;
      }
    }
    return finished(search_.has_fewest_switches() ? Shortness::FewestSwitches : Shortness::Unknown);
  }

 private:
  bool is_over() const {
    const bool is_stopped = stop_ != nullptr && stop_->load(std::memory_order_relaxed);
    return is_stopped || is_lost_ || limits_.steps == 0 || limits_.executions == 0 || limits_.events == 0;
  }

  // Two accesses can race that never come one right after the other, and where only some threads wait for ever the
  // others run on: whether there is a shorter way to these is not known.
  Finding finished(Shortness shortness) {
    const bool is_partial = best_.kind == FindingKind::Deadlock && best_.trace.outcome != Outcome::Deadlocked;
    const bool may_be_shorter = is_lost_ || best_.race || is_partial || search_.was_cut();
    best_.shortness = may_be_shorter ? Shortness::Unknown : shortness;
    return std::move(best_);
  }

  Result<Run> execute(Schedule schedule) {
    --limits_.executions;
    schedule.wants_payload = true;
    schedule.wants_fingerprints = learned_.merges;
    schedule.visibility_version = runner_.visibility_version();
    runner_.submit(std::move(schedule));
    return runner_.collect();
  }

  // What follows the second access tells nothing about the race.
  Result<void> cut_after_race() {
    Trace until = best_.trace;
    until.events.resize(best_.race->second + 1);
    until.outcome = Outcome::EventLimit;
    Result<Run> run = execute(until.as_schedule(runner_.visibility_version()));
    if (!run) return run.error();
    std::optional<Finding> found = same_in(*run);
    if (found) best_ = std::move(*found);
    take_in(*run);
    return {};
  }

  // If the model turns out not to fit, it proves nothing any more.
  void take_in(const Run& run) {
    limits_.events -= std::min<std::uint64_t>(limits_.events, run.trace.events.size());
    const bool can_be_followed = run.trace.outcome != Outcome::StackShared && !no_verdict(run, runner_.facts());
    is_lost_ = !can_be_followed || learned_.learner->learn(run.trace);
    if (!is_lost_) search_.model_has_grown();
  }

  Result<void> learn() {
    const Schedule asked = search_.wanted();
    Result<Run> run = execute(asked);
    if (!run) return run.error();
    const bool is_too_long =
        run->trace.outcome == Outcome::EventLimit && run->trace.events.size() < search_.wanted_length();
    take_in(*run);
    if (is_too_long && !is_lost_) search_.give_up_wanted();
    is_lost_ |= asked == asked_;  // it was executed before and left the question open
    asked_ = asked;
    return {};
  }

  // Whether the run shows what is looked for.
  std::optional<Finding> same_in(const Run& run) const {
    if (best_.race) return find_data_race(best_.key, run, runner_.facts());
    std::optional<Finding> found = judge(run, runner_.facts(), judge_);
    return found && found->key == best_.key ? found : std::nullopt;
  }

  Result<void> try_candidate() {
    Result<Run> run = execute(search_.wanted());
    if (!run) return run.error();
    std::optional<Finding> found = same_in(*run);
    if (found) {
      const Effort effort = effort_of(*found);
      if (effort < search_.best()) best_ = std::move(*found);
      search_.accept(effort);
    } else {
      search_.reject();
    }
    take_in(*run);
    return {};
  }

  Runner& runner_;
  const Learned& learned_;
  const JudgeOptions& judge_;
  ShortenLimits& limits_;
  const std::atomic<bool>* stop_;
  Finding best_;
  ShortestSearch search_;
  Schedule asked_;
  bool is_lost_ = false;
};

}  // namespace

Result<Finding> shorten(Runner& runner, const Learned& learned, const Finding& finding, const JudgeOptions& judge,
                        ShortenLimits& limits, const std::atomic<bool>* stop) {
  HEDDLE_CHECK(runner.idle(), "shorten needs the runner for itself");
  if (!goal_of(finding)) return finding;
  return Shortener(runner, learned, finding, judge, limits, stop).run();
}

Result<Finding> shorten_alone(Runner& runner, Freedoms freedoms, const Finding& finding, const JudgeOptions& judge,
                              ShortenLimits& limits, const std::atomic<bool>* stop) {
  Model model;
  for (std::uint16_t thread = 0; thread < ThreadSet::kCapacity; ++thread) model.set_merging(ThreadId(thread), false);
  Learner learner(model, freedoms);
  return shorten(runner, Learned{&model, &learner, freedoms, false}, finding, judge, limits, stop);
}

}  // namespace heddle
