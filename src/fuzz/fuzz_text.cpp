// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz_text.h"

#include <fmt/format.h>

namespace heddle::fuzz {
namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double rate(std::uint64_t programs, double seconds) {
  return seconds > 0 ? static_cast<double>(programs) / seconds : 0;
}

std::string source_text(const Disagreement& found) { return source_of({&found.program}).text; }

}  // namespace

std::string progress_line(const Tally& tally, std::uint64_t programs, std::size_t disagreements, double seconds) {
  return fmt::format("{} of {} programs, {} executions, {} disagreement{}, {:.0f} programs/s", tally.programs, programs,
                     tally.executions, disagreements, disagreements == 1 ? "" : "s", rate(tally.programs, seconds));
}

std::string describe(const Noticed& noticed) {
  for (const DefectInfo& each : known_defects()) {
    if (each.defect != noticed.defect) continue;
    return noticed.is_noticed ? fmt::format("{}: noticed by program {}\n", each.option, noticed.index)
                              : fmt::format("{}: not noticed ({})\n", each.option, each.rule);
  }
  return {};
}

std::string summary(const FuzzResult& result, const FuzzOptions& options, double seconds) {
  const Tally& tally = result.tally;
  std::string text;
  for (const Disagreement& found : result.disagreements) {
    text += fmt::format("program {} of seed {}, {}:\n{}{}\n", found.index, options.batches.seed, describe(found.configuration),
                        found.difference, source_text(found));
  }
  text += fmt::format(
      "{} programs, {} explorations, {} executions in {:.1f} s ({:.1f} programs/s)\n"
      "  {:.1f} % can deadlock, {:.1f} % can fail an assertion, {:.1f} % can misuse memory\n"
      "  {:.1f} % have three or more threads and two or more kinds of synchronisation\n"
      "  {:.1f} % were explored by dfs, too ({} interleavings)\n"
      "  {} states enumerated; {} programs were too large and left out\n",
      tally.programs, tally.explorations, tally.executions, seconds, rate(tally.programs, seconds),
      share(tally.deadlocking, tally.programs), share(tally.failing, tally.programs),
      share(tally.memory_errors, tally.programs), share(tally.synchronised, tally.programs),
      share(tally.with_dfs, tally.programs), tally.interleavings, tally.states, tally.too_large);
  for (const std::string& missed : missed_shares(tally)) text += missed + "\n";
  if (result.was_interrupted) text += "interrupted\n";
  text += result.disagreements.empty() ? "no disagreement\n"
                                       : fmt::format("{} programs with a disagreement\n", result.disagreements.size());
  return text;
}

}  // namespace heddle::fuzz
