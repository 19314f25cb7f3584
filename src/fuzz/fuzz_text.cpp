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

}  // namespace

std::string kept_file(const Disagreement& found, const FuzzOptions& options, const std::string& path) {
  std::string text = fmt::format(
      "// Program {} of seed {}, made smaller. {} and the enumerator disagree; numbers behind the lines are "
      "statements.\n",
      found.index, options.batches.seed, describe(found.configuration));
  std::string rest = found.difference;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    text += "//   " + rest.substr(0, end) + "\n";
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
  }
  text += fmt::format("// heddle check {} --strategy {} --keep-going -- 0\n", path,
                      found.configuration.is_dfs ? "dfs" : "exact");
  return text + source_of({&found.program}).text;
}

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
    text += fmt::format("program {} of seed {}, {}:\n{}", found.index, options.batches.seed,
                        describe(found.configuration), found.difference);
    text += fmt::format("again: heddle fuzz {}--seed {} --first {} --programs 1\n",
                        options.batches.generator == kNewestGenerator
                            ? ""
                            : fmt::format("--generator {} ", options.batches.generator),
                        options.batches.seed, found.index);
  }
  text += fmt::format(
      "{} programs, {} explorations, {} executions in {:.1f} s ({:.1f} programs/s)\n"
      "  {:.1f} % can deadlock, {:.1f} % can fail an assertion, {:.1f} % can misuse memory\n"
      "  {:.1f} % have a data race, {:.1f} % conflicting accesses that never race; of {:.1f} % all races are known\n"
      "  {:.1f} % have three or more threads and two or more kinds of synchronisation\n"
      "  {:.1f} % were explored by dfs, too ({} interleavings); of {} the ways to failures and deadlocks were compared\n"
      "  {:.1f} % were decided thread by thread by exact, at least once; {:.1f} % have threads that it did not tell apart\n"
      "  {} results were tried out on the way of executions, {} found impossible by what must have happened before\n"
      "  of {} every outcome was compared: what it prints and how it ends\n"
      "  {} states enumerated; {} programs were too large and left out\n",
      tally.programs, tally.explorations, tally.executions, seconds, rate(tally.programs, seconds),
      share(tally.deadlocking, tally.programs), share(tally.failing, tally.programs),
      share(tally.memory_errors, tally.programs), share(tally.racing, tally.programs),
      share(tally.ordered, tally.programs), share(tally.knowing_races, tally.programs),
      share(tally.synchronised, tally.programs), share(tally.with_dfs, tally.programs), tally.interleavings,
      tally.with_ways, share(tally.closed, tally.programs), share(tally.symmetric, tally.programs), tally.peeked,
      tally.saturated, tally.with_outcomes, tally.states, tally.too_large);
  for (const std::string& missed : missed_shares(tally, options)) text += missed + "\n";
  if (result.was_interrupted) text += "interrupted\n";
  text += result.disagreements.empty() ? "no disagreement\n"
                                       : fmt::format("{} programs with a disagreement\n", result.disagreements.size());
  return text;
}

}  // namespace heddle::fuzz
