// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/pos.h"

#include <gtest/gtest.h>

#include <map>

#include "execute/scripted_runner.h"
#include "search/strategy/random.h"

namespace heddle {
namespace {

std::vector<Trace> runs_of(Strategy& strategy, const std::string& program, int count) {
  ScriptedRunner runner(program);
  std::vector<Trace> traces;
  for (int index = 0; index < count; ++index) {
    runner.submit(*strategy.next());
    traces.push_back(runner.collect()->trace);
  }
  return traces;
}

TEST(Pos, TheSameSeedGivesTheSameRuns) {
  auto hashes = [](std::uint64_t seed) {
    PosStrategy pos(seed);
    std::vector<std::uint64_t> list;
    for (const Trace& trace : runs_of(pos, "A: write x 1; read y; choose 2\nB: write y 1; read x", 50)) {
      list.push_back(trace.hash);
    }
    return list;
  };
  EXPECT_EQ(hashes(1), hashes(1));
  EXPECT_NE(hashes(1), hashes(2));
}

TEST(Pos, RestartRepeatsTheSequence) {
  PosStrategy pos(7);
  const Schedule first = *pos.next();
  EXPECT_NE(first.seed, pos.next()->seed);
  pos.restart();
  EXPECT_EQ(*pos.next(), first);
}

// The paper's example in small: B's only write races with A's last of many operations. A random walk reaches it with
// probability 2^-n, because B wins one of the coins before; under pos it is one comparison of priorities.
TEST(Pos, SamplesOrdersOfConflictsAndNotOfEvents) {
  std::string text = "A: ";
  for (int index = 0; index < 12; ++index) text += "write z 1; ";
  text += "write x 1\nB: write x 2\nmain: assert x 2";
  auto late = [&](Strategy& strategy) {
    int count = 0;
    for (const Trace& trace : runs_of(strategy, text, 2000)) count += trace.outcome == Outcome::Finished;
    return count;
  };
  PosStrategy pos(1);
  RandomStrategy random(1);
  EXPECT_LT(late(random), 40);
  EXPECT_GT(late(pos), 100);
}

TEST(Pos, EveryOrderOfTwoConflictingWritesComes) {
  PosStrategy pos(3);
  std::map<std::uint64_t, int> last;
  for (const Trace& trace : runs_of(pos, "A: write x 1\nB: write x 2\nC: write x 3\nmain: read x", 900)) {
    ++last[trace.events.back().value];
  }
  ASSERT_EQ(last.size(), 3u);
  for (const auto& [value, count] : last) EXPECT_GT(count, 100) << value;
}

}  // namespace
}  // namespace heddle
