// SPDX-License-Identifier: Apache-2.0
#include "app/present.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <tuple>

#include "analysis/outcome.h"
#include "app/command_line.h"
#include "app/program_environment.h"
#include "execute/child_setup.h"
#include "execute/program_image.h"
#include "report/closing.h"
#include "report/json_report.h"
#include "report/replay/atomic_file.h"
#include "report/replay/portable_paths.h"
#include "report/source_text.h"
#include "report/text/outcomes_text.h"
#include "report/text/text_report.h"
#include "wire/ring.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

// Programs that are checked in the same folder may have defects of the same key.
std::string file_name(std::string_view end, const Subject& subject, const std::string& key) {
  return fmt::format("{}-{}.heddle", end, content_hash(subject.name + key).substr(0, 8));
}

std::string finding_path(const Finding& finding, const Subject& subject, const std::string& out) {
  return (fs::path(out) / "findings" / file_name(name_of(finding.kind), subject, finding.key)).string();
}

std::string outcome_path(const Finding& outcome, const Subject& subject, const std::string& out) {
  const bool is_clean = outcome.kind == FindingKind::Outcome;
  const std::string end = is_clean ? fmt::format("exit-{}", outcome.trace.failure.exit_code)
                                   : std::string(name_of(outcome.kind));
  return (fs::path(out) / "outcomes" / file_name(end, subject, outcome_key(outcome))).string();
}

// Those that end by themselves first, by exit status and output.
bool comes_before(const Finding& one, const Finding& other) {
  const auto rank = [](const Finding& each) {
    const bool is_clean = each.kind == FindingKind::Outcome;
    return std::tuple(!is_clean, is_clean ? each.trace.failure.exit_code : 0, is_clean ? "" : each.key, each.output);
  };
  return rank(one) < rank(other);
}

}  // namespace

void print_error(const Error& error) { fmt::print(stderr, "heddle: error: {}\n", error.message); }

namespace {

ExitCode write_json(const Report& report, const std::vector<Explained>& explained, const Options& options,
                    ExitCode code) {
  if (options.report.json.empty()) return code;
  Result<void> written = write_atomically(options.report.json, json_report(report, explained));
  if (written) return code;
  print_error(written.error());
  return code == ExitCode::Finding ? code : exit_code_of(written.error());
}

}  // namespace

// A wrapper (env, a script) has become another program, which is started without it in a replay: not with every variable at
// the same address.
void Presenter::describe_program(ReplayFile& file) const {
  const LaunchSpec& launch = subject_.launch;
  ProgramImage image = {launch.program, launch.arguments, launch.environment, launch.working_directory};
  const std::optional<ProgramImage> become = image_of(runner_.supervisor());
  std::error_code error;
  const bool is_wrapper = become && become->program != fs::canonical(launch.program, error).string() && !error;
  if (is_wrapper) image = *become;
  file.binary = image.program;
  file.build_id = runner_.facts().build_id;
  file.arguments = image.arguments;
  file.environment = record_environment(canonical_environment(image.environment), options_.report.keep_env);
  file.directory = image.working_directory;
  file.addresses_fixed = addresses_can_be_fixed() && !is_wrapper;
}

ReplayFile Presenter::replay_file_for(const SavedFinding& saved, const Explained& explained) {
  const Finding& finding = saved.finding;
  ReplayFile file;
  file.heddle_version = heddle_version();
  file.wire_version = wire::kWireVersion;
  file.build = subject_.build;
  describe_program(file);
  file.max_events = options_.execute.max_events;
  file.freedoms = freedoms_of(options_);
  file.expected_exit = static_cast<int>(options_.search.expect_exit);
  file.memory_model = options_.search.memory_model;
  file.visibility_version = finding.schedule.visibility_version;
  file.visible_sites = finding.visible_sites;
  file.contested_sizes = finding.contested_sizes;
  file.identities = runner_.thread_identities();
  file.schedule = to_text(finding.schedule);
  file.kind = std::string(name_of(finding.kind));
  file.key = finding.key;
  file.message = finding.message;
  file.location = explained.location;
  file.outcome = std::string(name_of(finding.trace.outcome));
  file.trace_hash = finding.trace.hash;
  SourceText source(subject_.build.directory);
  TextStyle style;
  file.report = finding_text({saved, explained, {}, ""}, source, style);
  style.full = true;
  file.full_report = finding_text({saved, explained, {}, ""}, source, style);
  const fs::path project = project_of(invocation_.directory);
  const fs::path folder = fs::path(invocation_.directory) / fs::path(saved.replay_path).parent_path();
  if (make_portable(file, project.string())) file.project = project.lexically_relative(folder.lexically_normal()).string();
  return file;
}

SavedFinding Presenter::save(const Finding& finding, const Explained& explained, std::string path) {
  SavedFinding saved;
  saved.finding = finding;
  saved.replay_path = std::move(path);
  saved.replay_command = replay_command(invocation_.launcher, saved.replay_path);
  Result<void> written = write_atomically(saved.replay_path, to_text(replay_file_for(saved, explained)));
  if (written) return saved;
  print_error(written.error());
  saved.replay_path.clear();
  saved.replay_command.clear();
  return saved;
}

std::string Presenter::save_now(const Finding& finding) {
  SymbolTable symbols;
  symbols.note = "saved while the search went on: a replay shows names and call stacks";
  const Explained explained = explain(finding, runner_.facts(), symbols);
  const bool is_known = std::any_of(met_.begin(), met_.end(), [&explained](const ExplainedRace& before) {
    return is_same_race(before, explained.race);
  });
  if (is_known) return "";
  met_.push_back(explained.race);
  SavedFinding saved = save(finding, explained, finding_path(finding, subject_, options_.report.out));
  if (saved.replay_path.empty()) return "";
  saved_now_.push_back(saved.replay_path);
  const SourceLocation& place = explained.location;
  const std::string where = place.known() ? fmt::format(" at {}:{}", shown_path(place.file), place.line) : "";
  return fmt::format("heddle: found: {}{}, saved as {}; the search goes on\n", name_of(finding.kind), where,
                     saved.replay_path);
}

void Presenter::remove_merged(const Report& report) const {
  for (const std::string& path : saved_now_) {
    const bool is_shown = std::any_of(report.findings.begin(), report.findings.end(),
                                      [&](const SavedFinding& saved) { return saved.replay_path == path; });
    std::error_code error;
    if (!is_shown) fs::remove(path, error);
  }
}

namespace {

// Whoever reads a terminal begins at its end: there stands what broke, above it the data races that may be why.
std::vector<std::size_t> order_of_reading(const std::vector<SavedFinding>& findings) {
  std::vector<std::size_t> order;
  for (const bool wants_races : {true, false}) {
    for (std::size_t index = 0; index < findings.size(); ++index) {
      if ((findings[index].finding.kind == FindingKind::DataRace) == wants_races) order.push_back(index);
    }
  }
  return order;
}

}  // namespace

void Presenter::print(const Report& report, const std::vector<Explained>& explained) {
  std::string closing = closing_sentence(report);
  TextStyle style = style_for(STDOUT_FILENO);
  style.full = options_.report.full_trace;
  SourceText source(subject_.build.directory);
  std::string text;
  const std::vector<std::size_t> order = order_of_reading(report.findings);
  for (std::size_t index : order) {
    bool is_last = index == order.back();
    const std::vector<std::string> notes = is_last ? report.notes : std::vector<std::string>{};
    if (!text.empty()) text += "\n";
    text += finding_text({report.findings[index], explained[index], notes, is_last ? closing : ""}, source, style);
  }
  if (explained.empty()) {
    for (const std::string& note : report.notes) text += fmt::format("heddle: {}\n", note);
    text += closing + "\n";  // also with --quiet: how far it looked is part of every verdict
  }
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

ExitCode present_without_findings(const Report& report, const Options& options) {
  const IncompleteIs incomplete = options.report.accept_incomplete ? IncompleteIs::Success : IncompleteIs::Failure;
  const ExitCode code = write_json(report, {}, options, exit_code_of(report.verdict, incomplete));
  std::fputs((closing_sentence(report) + "\n").c_str(), stdout);
  std::fflush(stdout);
  return code;
}

ExitCode Presenter::present(Report report, std::vector<Finding> findings) {
  std::vector<Explained> explained;
  for (const Finding& finding : findings) {
    Explained next = explain(finding, runner_.facts());
    const bool is_known = std::any_of(explained.begin(), explained.end(), [&next](const Explained& before) {
      return is_same_race(before.race, next.race);
    });
    if (is_known) continue;
    explained.push_back(std::move(next));
    report.findings.push_back(save(finding, explained.back(), finding_path(finding, subject_, options_.report.out)));
  }
  remove_merged(report);
  IncompleteIs incomplete = options_.report.accept_incomplete ? IncompleteIs::Success : IncompleteIs::Failure;
  ExitCode code = write_json(report, explained, options_, exit_code_of(report.verdict, incomplete));
  print(report, explained);
  return code;
}

ExitCode Presenter::present_outcomes(Report report, std::vector<Finding> outcomes) {
  std::sort(outcomes.begin(), outcomes.end(), comes_before);
  const std::vector<Explained> explained = explain_all(outcomes, runner_.facts());
  for (std::size_t index = 0; index < outcomes.size(); ++index) {
    const std::string path = outcome_path(outcomes[index], subject_, options_.report.out);
    report.outcomes.push_back(save(outcomes[index], explained[index], path));
    report.outcomes.back().finding.location = explained[index].location;
  }
  const IncompleteIs incomplete = options_.report.accept_incomplete ? IncompleteIs::Success : IncompleteIs::Failure;
  const ExitCode code = write_json(report, {}, options_, exit_code_of(report.verdict, incomplete));
  TextStyle style = style_for(STDOUT_FILENO);
  style.full = options_.report.full_trace;
  std::string text = report.outcomes.empty() ? "" : outcomes_table(report.outcomes, style) + "\n";
  for (const std::string& note : report.notes) text += fmt::format("heddle: {}\n", note);
  text += closing_sentence(report) + "\n";
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  return code;
}

}  // namespace heddle
