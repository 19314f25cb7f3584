// SPDX-License-Identifier: Apache-2.0
#include "fuzz/configuration.h"

#include <algorithm>
#include <set>

#include "fuzz/random.h"
#include "search/strategy/dfs.h"
#include "search/strategy/exact.h"

namespace heddle::fuzz {
namespace {

struct Switch {
  const char* name;
  bool SearchSwitches::*member;
};

constexpr Switch kSwitches[] = {
    {"persistent sets", &SearchSwitches::persistent_sets},
    {"live memory", &SearchSwitches::live_memory},
    {"chain fusion", &SearchSwitches::chain_fusion},
    {"merging", &SearchSwitches::merging},
    {"labels", &SearchSwitches::labels},
    {"sleep sets", &SearchSwitches::sleep_sets},
    {"symmetry", &SearchSwitches::symmetry},
    {"wide hash", &SearchSwitches::wide_hash},
    {"closure first", &SearchSwitches::closure_first},
    {"saturation", &SearchSwitches::saturation},
    {"peeks", &SearchSwitches::peeks},
};
constexpr std::uint64_t kMostBound = 2;  // of preemptions
constexpr std::uint64_t kSamples = 60;        // where executions are cut: they are long
constexpr unsigned kCombinations = 1u << std::size(kSwitches);
constexpr unsigned kMany = 64;  // combinations of a program that is explored with many

// Bit set: that switch is turned away from its default.
Configuration combination(unsigned turned) {
  Configuration made;
  for (std::size_t index = 0; index < std::size(kSwitches); ++index) {
    bool& value = made.switches.*kSwitches[index].member;
    if ((turned >> index & 1) != 0) value = !value;
  }
  return made;
}

}  // namespace

std::string describe(const Configuration& configuration) {
  if (configuration.is_dfs) return "dfs";
  std::string text;
  const Configuration defaults;
  for (const Switch& each : kSwitches) {
    const bool value = configuration.switches.*each.member;
    if (value == defaults.switches.*each.member) continue;
    text += (text.empty() ? " " : ", ") + std::string(value ? "with " : "without ") + each.name;
  }
  if (!configuration.switches.races) text += (text.empty() ? " " : ", ") + std::string("without races");
  if (configuration.lists_outcomes) text += ", outcomes";
  if (configuration.shortens) text += ", shortest ways";
  if (configuration.most_preemptions) text += ", preemptions at most " + std::to_string(*configuration.most_preemptions);
  return "exact" + text;
}

std::unique_ptr<Strategy> make_strategy(const Configuration& configuration) {
  if (configuration.is_dfs) return std::make_unique<DfsStrategy>();
  ExactLimits limits;
  limits.verifications = configuration.verifications;
  limits.samples = kSamples;
  return std::make_unique<ExactStrategy>(configuration.freedoms, configuration.switches, 1,
                                         configuration.most_preemptions, limits);
}

namespace {

// None turned, each alone, all of them, and others until there are many.
std::set<unsigned> many_combinations(Random& random) {
  std::set<unsigned> chosen = {0, kCombinations - 1};
  for (unsigned one = 1; one < kCombinations; one <<= 1) chosen.insert(one);
  while (chosen.size() < std::min(kMany, kCombinations)) {
    chosen.insert(static_cast<unsigned>(random.next() % kCombinations));
  }
  return chosen;
}

}  // namespace

std::vector<Configuration> exact_configurations(std::uint64_t index, bool many, unsigned drawn) {
  std::vector<Configuration> made;
  Random random(index);
  if (many) {
    for (const unsigned turned : many_combinations(random)) made.push_back(combination(turned));
    made.push_back(combination(static_cast<unsigned>(random.next() % kCombinations)));
    made.back().switches.races = false;
    return made;
  }
  made.push_back(combination(0));
  for (unsigned count = 0; count < drawn; ++count) {
    made.push_back(combination(1 + static_cast<unsigned>(random.next() % (kCombinations - 1))));
    made.back().repeats_findings = false;
  }
  if (random.percent(50)) made.back().switches.races = false;
  return made;
}

namespace {

// Rules of the search by the number of switches and preemptions.
bool is_about_ways(Defect defect) { return defect >= Defect::ForcedSteps && defect <= Defect::EverySwitch; }

// Rules of what is decided thread by thread: that has to come before the search.
bool is_about_closure(Defect defect) {
  return defect >= Defect::ClosureJoined && defect <= Defect::GoalApart;
}

bool is_about_output(Defect defect) { return defect >= Defect::SilentPrints && defect <= Defect::QuietEnd; }

// What the enumerator knows of the order of accesses, only whoever executes every interleaving must know, too.
bool is_about_order(Defect defect) { return defect >= Defect::Unlock; }

}  // namespace

std::vector<Configuration> way_configurations(std::uint64_t index) {
  std::vector<Configuration> made(2);
  made[0].shortens = true;
  made[1].most_preemptions = static_cast<std::uint32_t>(index % (kMostBound + 1));
  for (Configuration& each : made) {
    each.switches.races = false;
    each.switches.wide_hash = index % 2 == 0;
  }
  return made;
}

std::vector<Configuration> outcome_configurations(std::uint64_t index) {
  Random random(index ^ 0x5bd1e995);
  std::vector<Configuration> made = {combination(0),
                                     combination(1 + static_cast<unsigned>(random.next() % (kCombinations - 1)))};
  for (Configuration& each : made) {
    each.lists_outcomes = true;
    each.switches.races = each.repeats_findings = false;
    each.freedoms.visible_output = each.freedoms.visible_ends = 1;
  }
  return made;
}

// Executions at random contradict some searches that are wrong, and hide what is wrong with others: with them and without.
std::vector<Configuration> defective_configurations(Defect defect) {
  std::vector<Configuration> made(4);
  for (const std::size_t plain : {0, 2}) made[plain].switches.merging = false;
  for (const std::size_t unverified : {0, 1}) made[unverified].verifications = 0;
  if (is_about_order(defect)) made.emplace_back().is_dfs = true;
  if (is_about_ways(defect)) {
    made = way_configurations(kMostBound);
    made.push_back(way_configurations(1).back());
  }
  if (is_about_output(defect)) {
    made = outcome_configurations(0);
    made.back().switches = made.front().switches;
    made.back().switches.merging = false;
  }
  for (Configuration& each : made) {
    each.switches.defect = defect;
    each.switches.closure_first = is_about_closure(defect);
  }
  return made;
}

}  // namespace heddle::fuzz
