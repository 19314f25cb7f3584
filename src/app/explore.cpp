// SPDX-License-Identifier: Apache-2.0
#include "app/explore.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "analysis/memory_errors.h"
#include "app/interrupt.h"
#include "app/present.h"
#include "app/process_memory.h"
#include "execute/paranoid_runner.h"
#include "report/external_notes.h"
#include "report/status_line.h"
#include "report/value_text.h"
#include "report/unmodelled_places.h"
#include "search/campaign.h"
#include "search/strategy/registry.h"

namespace heddle {

namespace {

constexpr std::uint64_t kSampledExecutions = 10'000;
constexpr int kMostLostSearches = 5;  // that begin again because the program's process had died
constexpr std::uint64_t kMostInterleavings = 100'000;  // that are executed without being asked for

void write_now(const std::string& text) {
  if (text.empty()) return;
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

StatusForm status_form(const Options& options) {
  if (options.report.quiet) return StatusForm::Quiet;
  return isatty(STDERR_FILENO) != 0 ? StatusForm::Terminal : StatusForm::Lines;
}

// For who did not say when to stop.
std::string suggestion(const Options& options, Guarantee guarantee) {
  const bool is_bounded = options.search.time.seconds > 0 || options.search.max_executions != 0;
  if (is_bounded || guarantee == Guarantee::None) return "";
  return fmt::format(
      "a minute has passed: --time 10m, --max-executions N, --max-events N (now {}) or --max-memory 4G bound the "
      "search, "
      "and Ctrl-C ends it; the verdict then says how far it went",
      options.execute.max_events);
}

bool looks_for_races(const Options& options) { return options.search.races == "report" && !options.lists_outcomes; }

Size memory_limit(const Options& options) {
  if (options.search.max_memory.bytes != 0) return options.search.max_memory;
  const std::uint64_t half = memory_of_machine() / 2;
  return {half, size_text(half)};
}

// A strategy that never ends by itself gets a limit.
CampaignOptions campaign_options(const Options& options, Guarantee guarantee, StatusLine& status,
                                 const std::atomic<bool>& stop) {
  CampaignOptions campaign;
  const SearchOptions& search = options.search;
  if (search.max_executions != 0) {
    campaign.max_executions = search.max_executions;
  } else if (guarantee == Guarantee::None) {
    campaign.max_executions = kSampledExecutions;
  }
  if (search.time.seconds > 0) {
    campaign.time = std::chrono::milliseconds(static_cast<std::int64_t>(search.time.seconds * 1000));
  }
  campaign.max_memory = memory_limit(options).bytes;
  campaign.memory_used = resident_memory;
  campaign.max_events = static_cast<std::uint32_t>(options.execute.max_events);
  campaign.after_finding = search.keep_going ? AfterFinding::KeepGoing : AfterFinding::Stop;
  campaign.judge.expected_exit_code = static_cast<std::int32_t>(search.expect_exit);
  campaign.judge.leaks = search.leaks == "fail" ? LeaksAre::Findings : LeaksAre::Notes;
  campaign.judge.races = looks_for_races(options) ? RacesAre::Findings : RacesAre::Ignored;
  campaign.shortens_findings = true;
  if (options.lists_outcomes) campaign.collected = Collected::Outcomes;
  campaign.freedoms = freedoms_of(options);
  campaign.stop = &stop;
  if (options.report.quiet) return campaign;
  campaign.progress = [&status](const Statistics& statistics, std::size_t findings) {
    write_now(status.update({statistics.executions, findings, statistics.seconds, statistics.model, statistics.sampled,
                             statistics.verified}));
  };
  return campaign;
}

Verdict verdict_of(const CampaignResult& result) {
  if (!result.findings.empty()) return Verdict::Finding;
  if (result.error) return Verdict::Unsupported;
  return result.exhaustive ? Verdict::Clean : Verdict::Incomplete;
}

Verdict verdict_on_outcomes(const CampaignResult& result) {
  if (result.error) return Verdict::Unsupported;
  return result.exhaustive ? Verdict::Complete : Verdict::Incomplete;
}

std::vector<std::string> notes_on(const CampaignResult& result, const ProcessRunner& runner, std::uint64_t compared) {
  const Statistics& statistics = result.statistics;
  std::vector<std::string> notes;
  std::uint64_t assumed = statistics.count(Outcome::AssumeFailed);
  if (assumed != 0) {
    bool all = assumed == statistics.executions;
    notes.push_back(fmt::format("{} {} dropped by an assumption of the program{}", counted(assumed, "execution"),
                                assumed == 1 ? "was" : "were", all ? ": nothing was checked" : ""));
  }
  const bool leaks_are_findings = std::any_of(result.findings.begin(), result.findings.end(),
                                              [](const Finding& finding) { return finding.kind == FindingKind::Leak; });
  for (const auto& [point, leak] : leaks_are_findings ? decltype(result.leaks){} : result.leaks) {
    notes.push_back(
        fmt::format("{} (in {})", describe_leak(leak.largest, runner.facts()), counted(leak.executions, "execution")));
  }
  if (runner.restarts() != 0) {
    notes.push_back(fmt::format("the program was started again {} because its supervising process had died",
                                counted(runner.restarts(), "time")));
  }
  if (runner.repeated() != 0) {
    notes.push_back(fmt::format("{} repeated because the program's process had died or stalled",
                                counted(runner.repeated(), "execution")));
  }
  if (compared != 0) notes.push_back(fmt::format("{} compared with a run under fork", counted(compared, "execution")));
  if (result.error && !result.findings.empty()) notes.push_back("the search ended early: " + result.error->message);
  return notes;
}

Report report_on(const CampaignResult& result, const Options& options, const Runner& runner) {
  Report report;
  report.lists_outcomes = options.lists_outcomes;
  report.verdict = options.lists_outcomes ? verdict_on_outcomes(result) : verdict_of(result);
  report.exhaustive = result.exhaustive;
  for (const Bound& bound : result.bounds) {
    const std::string limit = bound.name == "time"     ? options.search.time.text
                              : bound.name == "memory" ? memory_limit(options).text
                              : bound.name == "unmodelled" ? unmodelled_places(result.unmodelled, runner.facts())
                                                       : bound.limit;
    report.bounds.push_back({bound.name, limit});
  }
  report.executions = result.statistics.executions;
  report.sampled = result.statistics.sampled;
  report.verified = result.statistics.verified;
  if (result.cut) {
    report.cut_covered = result.cut->covered;
    report.cut_place = result.cut->place;
  }
  report.model = result.statistics.model;
  report.seconds = result.statistics.seconds;
  report.strategy = options.search.strategy;
  report.memory_model = options.search.memory_model;
  report.freedoms = freedoms_of(options);
  report.looks_for_races = looks_for_races(options);
  report.leaks_are_findings = options.search.leaks == "fail" && !options.lists_outcomes;
  report.has_weaker_orders = result.statistics.has_weaker_orders;
  report.has_hints = result.statistics.has_hints;
  report.build_id = runner.facts().build_id;
  return report;
}

// A note need not be exact; a finding that depends on which executions were looked at would be no finding.
wire::LeakSearch leak_search(const std::string& leaks) {
  if (leaks == "ignore") return wire::LeakSearch::Never;
  return leaks == "fail" ? wire::LeakSearch::Always : wire::LeakSearch::Sampled;
}

Result<std::unique_ptr<ProcessRunner>> start_runner(const Subject& subject, const Options& options,
                                                    const std::atomic<bool>& stop) {
  ProcessOptions process;
  process.ring.max_events_per_thread = static_cast<std::uint32_t>(options.execute.max_events);
  process.ring.freedoms = freedoms_of(options);
  process.ring.leak_search = leak_search(options.lists_outcomes ? "ignore" : options.search.leaks);
  process.stop = &stop;
  LaunchSpec launch = subject.launch;
  launch.stop = &stop;
  return ProcessRunner::start(launch, process);
}

// One strategy, or several, each in case that the one before cannot judge the program.
struct Attempt {
  std::string strategy;
  std::uint64_t most_executions;  // 0: as the strategy wants it
  std::string why;                // it and not another one; empty if that is clear
};

std::vector<Attempt> attempts_of(const Options& options) {
  const bool has_no_other =
      !options.strategy_origin.empty() || options.search.preemptions != kNoHighest || options.lists_outcomes;
  if (has_no_other) return {{options.search.strategy, 0, ""}};
  const bool is_modelled = !options.execute.reuse && options.execute.malloc_failures == 0;
  std::vector<Attempt> attempts;
  if (is_modelled) attempts.push_back({options.search.strategy, 0, ""});
  const std::string why =
      is_modelled ? "every interleaving is executed instead, as with --strategy dfs"
                  : "every interleaving is executed, as with --strategy dfs: exact does not model --reuse and "
                    "--malloc-failures yet";
  attempts.push_back({"dfs", kMostInterleavings, why});
  attempts.push_back({"random", 0,
                      fmt::format("these are more than {}: a sample of them is executed, as with --strategy random",
                                  kMostInterleavings)});
  return attempts;
}

Options with(Options options, const Attempt& attempt) {
  options.search.strategy = attempt.strategy;
  return options;
}

const Bound* find_bound(const CampaignResult& result, std::string_view name) {
  for (const Bound& bound : result.bounds) {
    if (bound.name == name) return &bound;
  }
  return nullptr;
}

bool asks_for_another(const CampaignResult& result, const Attempt& attempt) {
  const bool is_over = !result.findings.empty() || result.error || result.interrupted || find_bound(result, "time") ||
                       find_bound(result, "memory");
  if (is_over) return false;
  const bool was_cut = result.statistics.executions == attempt.most_executions && find_bound(result, "executions");
  return !result.strategy_fits || was_cut;
}

struct Searched {
  std::unique_ptr<ProcessRunner> runner;
  std::unique_ptr<Presenter> presenter;  // has saved what was found
  CampaignResult result;
  std::uint64_t compared = 0;  // executions, with a run under fork
};

// Where somebody looks on, or reads a log later, each finding has its line when it is met. One that ends the search is
// followed by the report anyway.
void save_as_found(CampaignOptions& campaign, Presenter& presenter, StatusLine& status, const Options& options) {
  if (options.lists_outcomes) return;
  const bool is_quiet = options.report.quiet;
  campaign.found = [&presenter, &status, is_quiet](const Finding& finding, SearchIs search) {
    const std::string line = presenter.save_now(finding);
    if (!is_quiet && search == SearchIs::GoingOn && !line.empty()) write_now(status.clear() + line);
  };
}

Result<Searched> search(const Subject& subject, const Options& options, const Invocation& invocation,
                        const Attempt& attempt, double seconds_used, const std::atomic<bool>& stop) {
  StrategyOptions wanted;
  wanted.seed = options.search.seed;
  wanted.depth = static_cast<std::uint32_t>(options.search.depth);
  wanted.freedoms = freedoms_of(options);
  wanted.races = looks_for_races(options);
  wanted.plain = options.search.plain;
  wanted.closure = options.search.closure != "off";
  wanted.closure_first = options.search.closure == "first";
  wanted.wide_hash = options.search.hash_bits == 128;
  wanted.max_events = static_cast<std::uint32_t>(options.execute.max_events);
  if (options.search.time.seconds > 0 || options.search.max_executions != 0) wanted.samples.reset();
  if (options.search.preemptions != kNoHighest) {
    wanted.most_preemptions = static_cast<std::uint32_t>(options.search.preemptions);
  }
  Result<std::unique_ptr<Strategy>> strategy = make_strategy(options.search.strategy, wanted);
  if (!strategy) return strategy.error();
  Result<std::unique_ptr<ProcessRunner>> runner = start_runner(subject, options, stop);
  if (!runner) return runner.error();
  ParanoidRunner paranoid(**runner, options.execute.paranoid);
  Runner& chosen = options.execute.paranoid == 0 ? static_cast<Runner&>(**runner) : paranoid;
  StatusLine status(status_form(options), suggestion(options, (*strategy)->guarantee()),
                    options.lists_outcomes ? "outcome" : "finding");
  CampaignOptions campaign = campaign_options(options, (*strategy)->guarantee(), status, stop);
  const bool is_unlimited = options.search.max_executions == 0 && attempt.most_executions != 0;
  if (is_unlimited) campaign.max_executions = attempt.most_executions;
  auto presenter = std::make_unique<Presenter>(subject, options, invocation, **runner);
  save_as_found(campaign, *presenter, status, options);
  if (campaign.time) *campaign.time -= std::chrono::milliseconds(static_cast<std::int64_t>(seconds_used * 1000));
  CampaignResult result = run_campaign(chosen, std::move(*strategy), campaign);
  write_now(status.clear());
  return Searched{std::move(*runner), std::move(presenter), std::move(result), paranoid.compared()};
}

// From the beginning where the program's process died and what was learned cannot be kept.
Result<Searched> search_in_spite_of_deaths(const Subject& subject, const Options& options, const Invocation& invocation,
                                           const Attempt& attempt, std::chrono::steady_clock::time_point begin,
                                           const std::atomic<bool>& stop) {
  for (int deaths = 0;; ++deaths) {
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
    Result<Searched> searched = search(subject, options, invocation, attempt, used.count(), stop);
    const bool begins_again = searched && searched->runner->is_lost() && deaths < kMostLostSearches;
    if (!begins_again) return searched;
  }
}

// Somebody may have meant it for the program, which reads from /dev/null: what one execution had read would be missing in
// the next.
bool has_input() {
  int bytes = 0;
  return isatty(STDIN_FILENO) == 0 && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}

Result<ExitCode> present(const Options& options, Searched searched, std::vector<std::string> notes) {
  ProcessRunner& runner = *searched.runner;
  CampaignResult& result = searched.result;
  Report report = report_on(result, options, runner);
  report.notes = notes_on(result, runner, searched.compared);
  for (std::string& note : external_notes(runner.facts(), result.unmodelled)) report.notes.push_back(std::move(note));
  for (std::string& note : notes) report.notes.push_back(std::move(note));
  if (has_input()) report.notes.push_back("standard input is not handed on: the program reads an empty one");
  if (report.verdict == Verdict::Unsupported) report.notes.push_back(result.error->message);
  Presenter& presenter = *searched.presenter;
  if (options.lists_outcomes) return presenter.present_outcomes(std::move(report), std::move(result.outcomes));
  return presenter.present(std::move(report), std::move(result.findings));
}

}  // namespace

void remove_old_report(const Options& options) {
  const std::string& path = options.report.json;
  std::error_code error;
  if (!path.empty() && std::filesystem::is_regular_file(path, error)) std::filesystem::remove(path, error);
}

ExitCode report_interruption(const Options& options) {
  Report report;
  report.verdict = Verdict::Incomplete;
  report.bounds = {{"interrupted", ""}};
  report.lists_outcomes = options.lists_outcomes;
  report.strategy = options.search.strategy;
  report.memory_model = options.search.memory_model;
  report.freedoms = freedoms_of(options);
  return present_without_findings(report, options);
}

Result<ExitCode> explore(const Subject& subject, const Options& options, const Invocation& invocation) {
  remove_old_report(options);
  const std::atomic<bool>& stop = stop_on_interrupt();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::string> notes;
  const std::vector<Attempt> attempts = attempts_of(options);
  for (const Attempt& attempt : attempts) {
    if (!attempt.why.empty()) notes.push_back(attempt.why);
    const Options chosen = with(options, attempt);
    Result<Searched> searched = search_in_spite_of_deaths(subject, chosen, invocation, attempt, begin, stop);
    if (!searched && searched.error().code == ErrorCode::Interrupted) return report_interruption(options);
    if (!searched) return searched.error();
    const CampaignResult& result = searched->result;
    const bool is_ours = result.error && result.error->code != ErrorCode::Unsupported;
    if (is_ours && result.findings.empty()) return *result.error;
    if (&attempt != &attempts.back() && asks_for_another(result, attempt)) {
      if (const Bound* gap = find_bound(result, "model")) notes.push_back(gap->limit);
      continue;
    }
    return present(chosen, std::move(*searched), std::move(notes));
  }
  HEDDLE_CHECK(false, "the last attempt is presented");
}

}  // namespace heddle
