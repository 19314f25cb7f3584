// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/library/library_fuzzing.h"

namespace heddle::fuzz {
namespace {

std::string option_text(const LibraryOptions& options) {
  std::string text = fmt::format("--seed {}", options.choice.seed);
  if (options.choice.pairs == PairChoice::Sample) text += " --pairs sample";
  if (!options.choice.only.empty()) text += fmt::format(" --only {}", fmt::join(options.choice.only, ","));
  return text;
}

void list_programs(std::string& text, const char* what,
                   const std::vector<std::pair<std::string, std::string>>& programs) {
  for (const auto& [name, why] : programs) {
    text += fmt::format("{}, {}: {}{}", name, what, why, why.empty() || why.back() != '\n' ? "\n" : "");
  }
}

std::string uncovered_text() {
  std::string text;
  unsigned count = 0;
  for (const NamedAnswer& each : all_answers()) {
    if (each.has_program) continue;
    text += (count++ == 0 ? "" : ", ") + each.name;
  }
  return fmt::format("  {} of the library table are not called: {}\n", count, text);
}

}  // namespace

std::string library_progress_line(const LibraryTally& tally, std::size_t disagreements, double seconds) {
  return fmt::format("{} of {} programs, {} executions, {} disagreement{}, {:.0f} programs/s", tally.programs,
                     tally.planned, tally.executions, disagreements, disagreements == 1 ? "" : "s",
                     seconds > 0 ? static_cast<double>(tally.programs) / seconds : 0);
}

std::string kept_library_file(const LibraryDisagreement& found, const std::string& path) {
  std::string text = fmt::format("// {}: exact and dfs disagree about what can be printed in the end.\n", found.name);
  std::string rest = found.difference;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    text += "//   " + rest.substr(0, end) + "\n";
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
  }
  return text + fmt::format("// heddle outcomes {} -- {}\n", path, found.is_bare ? kBare : 0) + found.source;
}

std::string library_summary(const LibraryResult& result, const LibraryOptions& options, double seconds) {
  const LibraryTally& tally = result.tally;
  std::string text;
  for (const LibraryDisagreement& found : result.disagreements) {
    text +=
        fmt::format("program {}, {}{}:\n{}", found.index, found.name, found.is_bare ? " (bare)" : "", found.difference);
    text += fmt::format("again: heddle fuzz --library {} --first {} --programs 1\n", option_text(options), found.index);
  }
  list_programs(text, "exact claims nothing", tally.gave_up);
  list_programs(text, "no verdict", tally.no_verdict);
  text += fmt::format(
      "{} programs of {}, {} executions in {:.1f} s: {} with one call, {} with two ({} of these without looks)\n"
      "  {} functions or groups of functions are called\n{}"
      "  {} are too large for dfs: only what it and samplers saw was compared; of {} exact claims nothing; {} have no "
      "verdict\n",
      tally.programs, tally.planned, tally.executions, seconds, tally.alone, tally.pairs, tally.bare,
      tally.covered.size(), uncovered_text(), tally.too_large, tally.gave_up.size(), tally.no_verdict.size());
  if (result.is_cut) text += "interrupted\n";
  text += result.disagreements.empty() ? "no disagreement\n"
                                       : fmt::format("{} programs with a disagreement\n", result.disagreements.size());
  return text;
}

std::string library_list() {
  std::string text;
  for (const NamedAnswer& each : all_answers()) {
    text += fmt::format("{} {} {}\n", each.name, each.has_program ? "called" : "-", each.answer);
  }
  return text;
}

}  // namespace heddle::fuzz
