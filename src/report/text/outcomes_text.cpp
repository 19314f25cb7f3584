// SPDX-License-Identifier: Apache-2.0
#include "report/text/outcomes_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "report/source_text.h"
#include "report/value_text.h"

namespace heddle {

namespace {

// "exit 0", "deadlock", "crash, signal 11".
std::string end_text(const Finding& outcome) {
  const Failure& failure = outcome.trace.failure;
  if (outcome.kind == FindingKind::Outcome) return fmt::format("exit {}", failure.exit_code);
  std::string text(name_of(outcome.kind));
  if (outcome.kind == FindingKind::Crash && failure.signal != 0) text += fmt::format(", signal {}", failure.signal);
  return text;
}

}  // namespace

std::string outcomes_table(const std::vector<SavedFinding>& outcomes, const TextStyle& style) {
  std::vector<std::string> ends, outputs;
  std::size_t end_width = 4, output_width = 6;
  for (const SavedFinding& saved : outcomes) {
    ends.push_back(end_text(saved.finding));
    outputs.push_back(quoted(saved.finding.output, style.full));
    end_width = std::max(end_width, ends.back().size());
    output_width = std::max(output_width, outputs.back().size());
  }
  std::string text = fmt::format("{:>4}  {:<{}}  {:<{}}  {}\n", "#", "ends", end_width, "output", output_width, "replay file");
  std::string failures;
  for (std::size_t index = 0; index < outcomes.size(); ++index) {
    const SavedFinding& saved = outcomes[index];
    text += fmt::format("{:>4}  {:<{}}  {:<{}}  {}\n", index + 1, ends[index], end_width, outputs[index], output_width,
                        saved.replay_path);
    const Finding& outcome = saved.finding;
    if (outcome.kind == FindingKind::Outcome) continue;
    const SourceLocation& where = outcome.location;
    failures += fmt::format("{:>4}  {}{}\n", index + 1, outcome.message,
                            where.known() ? fmt::format(" ({}:{})", shown_path(where.file), where.line) : "");
  }
  return failures.empty() ? text : text + "\n" + failures;
}

}  // namespace heddle
