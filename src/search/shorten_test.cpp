// SPDX-License-Identifier: Apache-2.0
//
// Brute force is the judge: of all executions that show a finding, none may be shorter than the one that is shown.
#include "search/shorten.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "execute/scripted_runner.h"
#include "search/campaign.h"
#include "search/strategy/dfs.h"
#include "search/strategy/exact.h"
#include "search/strategy/random.h"

namespace heddle {
namespace {

using Length = std::pair<std::uint32_t, std::size_t>;  // switches, events

Length length_of(const Trace& trace) {
  Length length{0, trace.events.size()};
  for (std::size_t index = 1; index < trace.events.size(); ++index) {
    if (trace.events[index].thread != trace.events[index - 1].thread) ++length.first;
  }
  return length;
}

constexpr std::uint64_t kMostInterleavings = 5'000;

// Executes every interleaving and keeps the shortest of each finding. Nothing if there are too many.
std::optional<std::map<std::string, Length>> shortest_of(const std::string& program) {
  ScriptedRunner runner(program);
  DfsStrategy dfs;
  std::map<std::string, Length> shortest;
  while (std::optional<Schedule> schedule = dfs.next()) {
    runner.submit(std::move(*schedule));
    const Result<Run> run = runner.collect();
    if (!run || runner.submitted() > kMostInterleavings) return std::nullopt;
    if (const std::optional<Finding> finding = judge(*run, runner.facts(), {})) {
      const auto [known, is_new] = shortest.emplace(finding->key, length_of(run->trace));
      if (!is_new) known->second = std::min(known->second, length_of(run->trace));
    }
    dfs.learn(*run);
  }
  return shortest;
}

CampaignResult shortened(const std::string& program, SearchSwitches switches = {}) {
  ScriptedRunner runner(program);
  CampaignOptions options;
  options.after_finding = AfterFinding::KeepGoing;
  options.shortens_findings = true;
  return run_campaign(runner, std::make_unique<ExactStrategy>(Freedoms{}, switches), options);
}

void expect_shortest(const std::string& program, const std::map<std::string, Length>& wanted) {
  for (const bool merges : {true, false}) {
    const CampaignResult result = shortened(program, {.merging = merges});
    EXPECT_EQ(result.findings.size(), wanted.size()) << program;
    for (const Finding& finding : result.findings) {
      ASSERT_TRUE(wanted.contains(finding.key)) << program << "\n" << finding.key;
      EXPECT_EQ(length_of(finding.trace), wanted.at(finding.key)) << program << "\n" << finding.key;
      EXPECT_EQ(finding.shortness, Shortness::Shortest) << program << "\n" << finding.key;
    }
  }
}

TEST(Shorten, ShowsKnownDefectsByTheShortestWay) {
  for (const char* program : {
           "A: read x; write x 1\nB: read x; write x 2\nmain: assert x 1",
           "A: lock m; lock n; unlock n; unlock m\nB: lock n; lock m; unlock m; unlock n",
           "A: lock m; wait c m; unlock m\nB: signal c",
           "A: write x 1; write x 2; write x 3\nB: read y; assert x 2",
           "A: add x 1; add y 1; add x 1\nB: add x 1; assert x 3; crash",
           "A: choose 3; write x 1\nB: assert x 0",
       }) {
    const std::optional<std::map<std::string, Length>> wanted = shortest_of(program);
    ASSERT_TRUE(wanted && !wanted->empty()) << program;
    expect_shortest(program, *wanted);
  }
}

TEST(Shorten, ShowsGeneratedDefectsByTheShortestWay) {
  std::mt19937 random(7);
  const auto pick = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[random() % words.size()]);
  };
  int compared = 0;
  for (int count = 0; count < 200; ++count) {
    std::string program;
    for (const char* name : {"A: ", "B: "}) {
      std::string body;
      for (int left = 1 + static_cast<int>(random() % 2); left > 0; --left) {
        body += (body.empty() ? "" : "; ") +
                pick({"read x", "write x 1", "write x 2", "add x 1", "write y 1", "assert y 0", "assert x 0",
                      "lock m; add y 1; unlock m", "lock m; lock n; unlock n; unlock m",
                      "lock n; lock m; unlock m; unlock n"});
      }
      program += name + body + "\n";
    }
    const std::optional<std::map<std::string, Length>> wanted = shortest_of(program);
    if (!wanted || wanted->empty()) continue;
    ++compared;
    expect_shortest(program, *wanted);
  }
  EXPECT_GE(compared, 50);
}

TEST(Shorten, NeedsNothingButTheFindingItself) {
  const std::string program = "A: read z; read x; write x 1; read z\nB: read z; read x; write x 2\nmain: assert x 1";
  const std::optional<std::map<std::string, Length>> wanted = shortest_of(program);
  ASSERT_TRUE(wanted);
  ScriptedRunner runner(program);
  CampaignOptions options;
  options.shortens_findings = true;
  options.max_executions = 100;
  const CampaignResult result = run_campaign(runner, std::make_unique<RandomStrategy>(3), options);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(length_of(result.findings.front().trace), wanted->at(result.findings.front().key));
  EXPECT_EQ(result.findings.front().shortness, Shortness::Shortest);
}

TEST(Shorten, ADataRaceIsShownUpToItsSecondAccess) {
  ScriptedRunner runner("A: write x 1; read y; read y\nB: write x 2; read y");
  CampaignOptions options;
  options.judge.races = RacesAre::Findings;
  options.shortens_findings = true;
  SearchSwitches switches;
  switches.races = true;
  const CampaignResult result = run_campaign(runner, std::make_unique<ExactStrategy>(Freedoms{}, switches), options);
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& finding = result.findings.front();
  ASSERT_TRUE(finding.race);
  EXPECT_EQ(finding.race->second + 1, finding.trace.events.size());
  EXPECT_EQ(finding.shortness, Shortness::Unknown);
}

TEST(Shorten, FewPreemptionsFindWhatNeedsNoMore) {
  const auto found_with = [](std::uint32_t most) {
    ScriptedRunner runner("A: read x; write x 1; write y 1\nB: read x; write x 2\nmain: assert x 1; assert y 1");
    const CampaignResult result =
        run_campaign(runner, std::make_unique<ExactStrategy>(Freedoms{}, SearchSwitches{}, 1, most), CampaignOptions{});
    return std::pair(result.findings.size(), result.bounds);
  };
  EXPECT_EQ(found_with(0).first, 1u);  // whoever comes last
  // Nothing breaks without an interruption; with one, the read of one thread stands between those of the other.
  const auto broken_with = [](std::uint32_t most) {
    ScriptedRunner runner("A: add x 1; add x 1\nB: assert x 1; write z 1\nC: assert x 0; assert x 0");
    CampaignOptions options;
    options.after_finding = AfterFinding::KeepGoing;
    return run_campaign(runner, std::make_unique<ExactStrategy>(Freedoms{}, SearchSwitches{}, 1, most), options);
  };
  const CampaignResult all = broken_with(9);
  EXPECT_TRUE(all.exhaustive);
  EXPECT_TRUE(all.bounds.empty());
  const CampaignResult few = broken_with(0);
  EXPECT_FALSE(few.exhaustive);
  ASSERT_EQ(few.bounds.size(), 1u);
  EXPECT_EQ(few.bounds.front(), (Bound{"preemptions", "0"}));
  EXPECT_LE(few.findings.size(), all.findings.size());
}

}  // namespace
}  // namespace heddle
