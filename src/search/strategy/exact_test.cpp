// SPDX-License-Identifier: Apache-2.0
//
// Brute force is the judge: on small programs, hand-written and generated, exact must find what dfs finds, claim what
// dfs claims, and execute no more.
#include "search/strategy/exact.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "execute/scripted_runner.h"
#include "search/campaign.h"
#include "search/strategy/dfs.h"

namespace heddle {
namespace {

constexpr std::uint64_t kMostExecutions = 3000;

struct Explored {
  std::set<std::string> keys;
  bool exhaustive = false;
  std::uint64_t executions = 0;
};

Explored explore(const std::string& program, std::unique_ptr<Strategy> strategy, RacesAre races = RacesAre::Ignored,
                 std::uint32_t most_events = 1000) {
  ScriptedOptions scripted;
  scripted.max_events_per_thread = most_events;
  ScriptedRunner runner(program, scripted);
  CampaignOptions options;
  options.judge.races = races;
  options.after_finding = AfterFinding::KeepGoing;
  options.max_executions = kMostExecutions;
  const CampaignResult result = run_campaign(runner, std::move(strategy), options);
  EXPECT_FALSE(result.error) << result.error->message << "\n" << program;
  Explored outcome{{}, result.exhaustive, result.statistics.executions};
  for (const Finding& finding : result.findings) outcome.keys.insert(finding.key);
  return outcome;
}

Explored brute_force(const std::string& program) { return explore(program, std::make_unique<DfsStrategy>()); }
// Few executions at its end, which might find by chance what the search missed.
std::unique_ptr<Strategy> exact_strategy(const SearchSwitches& switches) {
  return std::make_unique<ExactStrategy>(Freedoms{}, switches, 1, std::nullopt, ExactLimits{0, 0, 1});
}
Explored exact(const std::string& program, SearchSwitches switches = {}) {
  return explore(program, exact_strategy(switches));
}

void expect_same(const std::string& program, const Explored& wanted) {
  for (int bits = 0; bits < 64; ++bits) {
    const Explored got = exact(program, {(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, (bits & 8) == 0,
                                         (bits & 16) == 0, (bits & 32) == 0});
    EXPECT_EQ(got.keys, wanted.keys) << "switches " << bits << "\n" << program;
    EXPECT_TRUE(got.exhaustive) << "switches " << bits << "\n" << program;
    EXPECT_LE(got.executions, wanted.executions) << program;
  }
}

TEST(Exact, FindsWhatBruteForceFindsInKnownPrograms) {
  for (const char* program : {
           "A: write x 1; read y\nB: write y 1; read x",
           "A: read x; write x 1\nB: read x; write x 2\nmain: assert x 1",
           "A: lock m; add x 1; unlock m\nB: lock m; add x 1; unlock m\nmain: assert x 2",
           "A: lock m; lock n; unlock n; unlock m\nB: lock n; lock m; unlock m; unlock n",
           "A: lock m; wait c m; unlock m\nB: signal c",
           "A: lock m; wait c m; unlock m\nB: lock m; wait c m; unlock m\nC: lock m; signal c; unlock m",
           "A: lock m; wait c m; unlock m\nB: lock m; broadcast c; unlock m",
           "A: choose 3; write x 1\nB: assert x 0",
           "A: add x 1; add x 1\nB: add x 1; assert x 3",
           "A: write q 1\nB: read q; assume q 1; assert q 1",
       }) {
    expect_same(program, brute_force(program));
  }
}

TEST(Exact, NeedsAsManyExecutionsAsThreadsHavePasts) {
  // One writer, eight readers of one read each: 256 ways to read, but a reader has only two pasts.
  std::string readers = "A: write x 1\n";
  for (char name = 'B'; name <= 'I'; ++name) readers += std::string(1, name) + ": read x\n";
  const Explored outcome = exact(readers);
  EXPECT_TRUE(outcome.exhaustive);
  EXPECT_LE(outcome.executions, 3u);
  // Two threads of which neither reads what the other writes: one execution tells all.
  EXPECT_EQ(exact("A: write x 1; read x\nB: write y 1; read y").executions, 1u);
}

TEST(Exact, MergesPastsThatLeaveNothingBehind) {
  // Nobody remembers what was read: however often, there is one way to go on.
  const std::string program = "A: write x 1; write x 2; write x 3\nB: read x; read x; read x; read x";
  const Explored merged = exact(program);
  const Explored apart = exact(program, {.merging = false});
  EXPECT_TRUE(merged.exhaustive);
  EXPECT_TRUE(apart.exhaustive);
  EXPECT_LE(merged.executions, 16u);
  EXPECT_GE(apart.executions, 35u);  // pasts of B
}

TEST(Exact, LooksAtEverythingBeforeTheLimitOfEvents) {
  constexpr std::uint32_t kMostEvents = 4;
  for (const char* program : {
           "A: write x 1; write x 2; write x 3; write x 4; write x 5; write x 6\nB: read y; assert x 0",
           "A: write x 1; write x 2; write x 3; write x 4; write x 5; write x 6\nB: read y; assert x 9; read x",
           "A: write x 1; write x 2; write x 3; write x 4; write x 5\nB: read x; assert x 3; read x; read x; read x",
           "A: add y 1; add y 1; add y 1; add y 1; add y 1; add y 1\nB: write x 1\nC: assert x 0",
           "A: add y 1; add y 1; add y 1; add y 1; add y 1; add y 1\nB: lock m; lock n\nC: lock n; lock m",
           "A: add y 1; add y 1; add y 1; add y 1; add y 1\nB: add z 1; add z 1; add z 1; add z 1; add z 1\n"
           "C: read y; assert z 0",
       }) {
    const Explored wanted = explore(program, std::make_unique<DfsStrategy>(), RacesAre::Ignored, kMostEvents);
    EXPECT_FALSE(wanted.keys.empty()) << program;
    for (int bits = 0; bits < 16; ++bits) {
      const SearchSwitches switches{(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, (bits & 8) == 0};
      const Explored got =
          explore(program, exact_strategy(switches), RacesAre::Ignored, kMostEvents);
      EXPECT_EQ(got.keys, wanted.keys) << "switches " << bits << "\n" << program;
      EXPECT_FALSE(got.exhaustive) << "switches " << bits << "\n" << program;
    }
  }
}

TEST(Exact, ComesToAnEndOfLoopsThatWait) {
  for (int bits = 0; bits < 8; ++bits) {
    const SearchSwitches switches{(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, true};
    for (const char* program : {
             "A: until x 1; write y 1\nB: write x 1; until y 1",
             "A: until x 1\nB: until x 1\nC: write x 1",
             "A: until x 1; add y 1\nB: add y 1; write x 1\nmain: assert y 2",
         }) {
      const Explored got = exact(program, switches);
      EXPECT_TRUE(got.exhaustive) << program << bits;
      EXPECT_TRUE(got.keys.empty()) << program << bits;
    }
    // Somebody else must have his turn although the loop could go on for ever without him.
    for (const char* program : {
             "A: until x 1\nB: read y; write x 1; assert y 1",
             "A: until x 1\nB: until x 1\nC: write y 1; assert y 2; write x 1",
             "A: until x 1; assert y 1\nB: write y 1; write y 2; write x 1",
         }) {
      EXPECT_FALSE(exact(program, switches).keys.empty()) << program << bits;
    }
  }
}

TEST(Exact, SeesThatALoopNeverEnds) {
  for (int bits = 0; bits < 8; ++bits) {
    const SearchSwitches switches{(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, true};
    for (const char* program : {
             "A: until x 1",
             "A: until x 1\nB: write x 1; write x 0",
             "A: until x 1; write y 1\nB: until y 1; write x 1",
             "A: until x 1\nB: lock m; until y 1; unlock m\nC: lock m; write x 1; unlock m",
         }) {
      const Explored got = exact(program, switches);
      EXPECT_FALSE(got.exhaustive && got.keys.empty()) << program << bits;
    }
  }
}

std::string generated(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  const auto variable = [&] { return std::string(1, static_cast<char>('x' + below(2))); };
  std::string program;
  const std::uint32_t threads = 2 + below(2);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    program += std::string(1, static_cast<char>('A' + thread)) + ":";
    for (std::uint32_t count = 1 + below(threads == 2 ? 4 : 2); count > 0; --count) {
      const std::string number = std::to_string(below(2));
      switch (below(9)) {
        case 0:
        case 1:
          program += " write " + variable() + " " + number + ";";
          break;
        case 2:
          program += " read " + variable() + ";";
          break;
        case 3:
          program += " add " + variable() + " 1;";
          break;
        case 4:
          program += " assert " + variable() + " " + number + ";";
          break;
        case 5:
          program += " lock m; add " + variable() + " 1; unlock m;";
          break;
        case 6:
          program += " lock m; wait c m; unlock m;";
          break;
        case 7:
          program += below(2) == 0 ? " signal c;" : " lock m; broadcast c; unlock m;";
          break;
        default:
          program += " assume " + variable() + " " + number + ";";
          break;
      }
    }
    program += "\n";
  }
  return program;
}

TEST(Exact, FindsWhatBruteForceFindsInGeneratedPrograms) {
  std::uint32_t compared = 0, with_finding = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    const std::string program = generated(seed);
    const Explored wanted = brute_force(program);
    if (!wanted.exhaustive) continue;  // too many to run them all
    ++compared;
    with_finding += wanted.keys.empty() ? 0 : 1;
    expect_same(program, wanted);
  }
  EXPECT_GE(compared, 60u);
  EXPECT_GE(with_finding, 30u);
}

std::set<std::string> races_by_brute_force(const std::string& program, bool& exhaustive) {
  const Explored outcome = explore(program, std::make_unique<DfsStrategy>(), RacesAre::Findings);
  exhaustive = outcome.exhaustive;
  return outcome.keys;
}

std::set<std::string> races_by_exact(const std::string& program, int bits) {
  SearchSwitches switches{(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, (bits & 8) == 0};
  switches.sleep_sets = (bits & 16) == 0;
  switches.races = true;
  const Explored outcome = explore(program, exact_strategy(switches), RacesAre::Findings);
  EXPECT_TRUE(outcome.exhaustive) << program;
  return outcome.keys;
}

TEST(Exact, FindsTheRacesThatBruteForceFinds) {
  std::uint32_t compared = 0, racing = 0;
  std::vector<std::string> programs = {
      "A: write x 1\nB: write x 2",  // nobody reads it
      "A: write x 1; write x 2; write y 1\nB: write y 2; write x 3",
      "A: lock m; write x 1; unlock m\nB: lock m; write x 2; unlock m",
      "A: lock m; write x 1; unlock m; write y 1\nB: write y 2; lock m; write x 2; unlock m; write x 3",
      "A: lock m; wait c m; write x 1; unlock m\nB: write x 2; lock m; signal c; unlock m; write x 3",
      "A: write x 1\nB: choose 2; write x 1\nC: read y\nD: write y 1",
  };
  for (std::uint32_t seed = 0; seed < 150; ++seed) programs.push_back(generated(seed));
  for (const std::string& program : programs) {
    bool is_exhaustive = false;
    const std::set<std::string> wanted = races_by_brute_force(program, is_exhaustive);
    if (!is_exhaustive) continue;
    ++compared;
    racing += wanted.empty() ? 0 : 1;
    for (int bits = 0; bits < 32; ++bits) {
      EXPECT_EQ(races_by_exact(program, bits), wanted) << "switches " << bits << "\n" << program;
    }
  }
  EXPECT_GE(compared, 80u);
  EXPECT_GE(racing, 40u);
}

}  // namespace
}  // namespace heddle
