// SPDX-License-Identifier: Apache-2.0
#include "search/campaign.h"

#include <algorithm>
#include <limits>

#include "search/confirm.h"
#include "search/explorer.h"
#include "search/shorten.h"
#include "search/strategy/bounded.h"

namespace heddle {
namespace {

enum class Ending { Exhausted, Found, TimeSpent, MemorySpent, Interrupted, Failed };

// Between looks at the memory. A search takes some megabytes in this time.
constexpr std::chrono::milliseconds kLookInterval{20};

// For making findings shorter: about a second. No finding takes more than half of what the others have left.
constexpr ShortenLimits kShortening{1'000'000, 2'000, 1'000'000};

std::string duration(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + "s";
  return std::to_string(time.count()) + "ms";
}

class Campaign {
 public:
  Campaign(Runner& runner, std::unique_ptr<Strategy> strategy, const CampaignOptions& options)
      : options_(options),
        runner_(runner),
        strategy_(std::move(strategy), options.max_executions.value_or(std::numeric_limits<std::uint64_t>::max())),
        explorer_(runner, strategy_, options.judge, options.collected),
        budget_(options.time) {}

  CampaignResult run() {
    const Ending ending = explore();
    settle(ending);
    result_.statistics = explorer_.statistics();
    result_.leaks = explorer_.leaks();
    result_.statistics.seconds = budget_.seconds();
    result_.statistics.model = strategy_.model_figures();
    name_bounds(ending);
    result_.exhaustive = ending == Ending::Exhausted && result_.bounds.empty() && !result_.error &&
                         strategy_.guarantee() == Guarantee::Exhaustive;
    return std::move(result_);
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

  Ending explore() {
    for (;;) {
      if (is_stopped()) return Ending::Interrupted;
      if (budget_.is_spent()) return strategy_.is_sure() ? Ending::Exhausted : Ending::TimeSpent;
      const Result<Progress> progress = explorer_.step();
      if (!progress) return fail(progress.error());
      if (*progress == Progress::Exhausted) return Ending::Exhausted;
      if (is_done()) return Ending::Found;
      if (const Result<void> told = tell_what_is_new(); !told) return fail(told.error());
      if (is_done()) return Ending::Found;
      const auto now = Budget::Clock::now();
      if (now - last_look_ < std::min(kLookInterval, options_.progress_interval)) continue;
      last_look_ = now;
      if (is_out_of_memory()) return Ending::MemorySpent;
      report_progress(now);
    }
  }

  bool is_done() const { return options_.after_finding == AfterFinding::Stop && explorer_.has_failed(); }

  // The runner is needed alone to repeat a finding: what is in flight is taken in first, and nothing else is submitted.
  // That depends on nothing but the runs themselves, so that a search stays the same from one time to the next.
  Result<void> tell_what_is_new() {
    const bool is_new = options_.found && explorer_.findings().size() > told_;
    if (!is_new) return {};
    const bool stops = options_.after_finding == AfterFinding::Stop;
    Result<void> finished = explorer_.finish_runs(stops ? Explorer::Until::Failure : Explorer::Until::Idle);
    if (!finished || is_done()) return finished;
    Result<void> confirmed = explorer_.confirm_findings();
    could_not_repeat_ = !confirmed;
    tell(SearchIs::GoingOn);
    return confirmed;
  }

  void tell(SearchIs search) {
    if (!options_.found) return;
    for (; told_ < explorer_.confirmed(); ++told_) options_.found(explorer_.findings()[told_], search);
  }

  bool is_out_of_memory() const {
    if (options_.max_memory == 0 || !options_.memory_used) return false;
    return options_.memory_used() + strategy_.memory_ahead() > options_.max_memory;
  }

  // An error while the user wants to stop is the stop: waiting for a run was cut short.
  Ending fail(const Error& error) {
    if (is_stopped()) return Ending::Interrupted;
    result_.error = error;
    return Ending::Failed;
  }

  void report_progress(Budget::Clock::time_point now) {
    if (!options_.progress) return;
    if (now - last_progress_ < options_.progress_interval) return;
    last_progress_ = now;
    Statistics statistics = explorer_.statistics();
    statistics.seconds = budget_.seconds();
    statistics.model = strategy_.model_figures();
    options_.progress(statistics, explorer_.findings().size());
  }

  // Gives up what is still in flight, so that the number of executions does not depend on how much that was, and
  // repeats what was found. A finding outlives a later run without verdict.
  void settle(Ending ending) {
    std::vector<Finding>& findings = explorer_.findings();
    const bool can_run = !result_.error || result_.error->code == ErrorCode::Unsupported;
    Result<void> settled;
    if (can_run) settled = explorer_.abandon();
    if (options_.repeats_findings) {
      if (can_run && settled && !could_not_repeat_) settled = explorer_.confirm_findings();
      explorer_.forget_unconfirmed();
      tell(SearchIs::Over);
    }
    const bool has_time = ending == Ending::Found || ending == Ending::Exhausted;
    // The shortest way to a defect may print something else than the outcome that it is.
    const bool shortens = options_.shortens_findings && options_.collected == Collected::Findings;
    if (shortens && can_run && settled && has_time) settled = shorten_findings(findings);
    if (!settled && !is_stopped() && !result_.error) result_.error = settled.error();
    if (options_.collected == Collected::Outcomes) {
      result_.outcomes = std::move(findings);
      return;
    }
    // What breaks in an execution comes before what may.
    for (const bool is_race : {false, true}) {
      for (Finding& finding : findings) {
        if ((finding.kind == FindingKind::DataRace) == is_race) result_.findings.push_back(std::move(finding));
      }
    }
  }

  // Each was confirmed as it is; a shorter one that cannot be is dropped.
  Result<void> shorten_findings(std::vector<Finding>& findings) {
    const std::optional<Learned> learned = strategy_.learned();
    ShortenLimits left = kShortening;
    for (Finding& finding : findings) {
      if (is_stopped() || budget_.is_spent()) return {};
      ShortenLimits limits{left.steps / 2, left.executions / 2, left.events / 2};
      const ShortenLimits before = limits;
      Result<Finding> shorter =
          learned ? shorten(runner_, *learned, finding, options_.judge, limits, options_.stop)
                  : shorten_alone(runner_, options_.freedoms, finding, options_.judge, limits, options_.stop);
      if (!shorter) return shorter.error();
      left.steps -= before.steps - limits.steps;
      left.executions -= before.executions - limits.executions;
      left.events -= before.events - limits.events;
      Result<Finding> confirmed = confirm(runner_, *shorter);
      if (confirmed) finding = std::move(*confirmed);
    }
    return {};
  }

  void name_bounds(Ending ending) {
    result_.interrupted = ending == Ending::Interrupted;
    result_.strategy_fits = strategy_.fits();
    result_.cut = strategy_.cut_search();
    std::vector<Bound>& bounds = result_.bounds;
    if (strategy_.was_cut()) bounds.push_back({"executions", std::to_string(*options_.max_executions)});
    if (ending == Ending::TimeSpent) bounds.push_back({"time", duration(*options_.time)});
    if (ending == Ending::MemorySpent) bounds.push_back({"memory", std::to_string(options_.max_memory)});
    const Statistics& done = result_.statistics;
    const std::uint64_t cut = done.count(Outcome::EventLimit);
    const bool was_cut = strategy_.was_limited().value_or(cut != 0);
    if (was_cut && done.full != 0) bounds.push_back({"room", std::to_string(done.room)});
    if (was_cut && (done.full == 0 || done.full != cut)) {
      bounds.push_back({"events", options_.max_events == 0 ? "" : std::to_string(options_.max_events)});
    }
    if (const auto most = strategy_.preemption_bound()) bounds.push_back({"preemptions", std::to_string(*most)});
    if (const std::string why = strategy_.shortfall(); !why.empty()) bounds.push_back({"model", why});
    if (const auto& unseen = explorer_.unseen_output()) bounds.push_back({"output", *unseen});
    result_.unmodelled = runner_.unmodelled();
    if (!result_.unmodelled.empty()) bounds.push_back({"unmodelled", ""});
    if (result_.interrupted) bounds.push_back({"interrupted", ""});
    const bool merely_stopped = ending == Ending::Exhausted && strategy_.guarantee() == Guarantee::None;
    if (merely_stopped && bounds.empty()) bounds.push_back({"strategy", std::string(strategy_.name())});
  }

  const CampaignOptions& options_;
  Runner& runner_;
  BoundedStrategy strategy_;
  Explorer explorer_;
  Budget budget_;
  Budget::Clock::time_point last_look_{};
  Budget::Clock::time_point last_progress_{};
  std::size_t told_ = 0;           // of the findings
  bool could_not_repeat_ = false;  // the next of them
  CampaignResult result_;
};

}  // namespace

CampaignResult run_campaign(Runner& runner, std::unique_ptr<Strategy> strategy, const CampaignOptions& options) {
  return Campaign(runner, std::move(strategy), options).run();
}

}  // namespace heddle
