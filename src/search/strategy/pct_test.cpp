// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/pct.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "execute/scripted_runner.h"
#include "search/strategy/random.h"

namespace heddle {
namespace {

// Every run of a strategy over a program, the way the explorer drives it.
std::vector<Trace> runs_of(Strategy& strategy, const char* program, std::size_t count, ScriptedOptions options = {}) {
  ScriptedRunner runner(program, options);
  std::vector<Trace> traces(count);
  std::size_t submitted = 0;
  std::size_t collected = 0;
  while (collected < count) {
    while (submitted < count && runner.has_room()) {
      std::optional<Schedule> schedule = strategy.next();
      if (!schedule) break;
      schedule->wants_enabled = true;
      runner.submit(std::move(*schedule));
      ++submitted;
    }
    if (runner.idle()) {
      ADD_FAILURE() << "pct has nothing to run and waits for nothing";
      return traces;
    }
    Result<heddle::Run> run = runner.collect();
    strategy.learn(*run);
    traces[run->ticket - 1] = std::move(run->trace);
    ++collected;
  }
  return traces;
}

std::vector<std::uint64_t> hashes(std::uint64_t seed, std::uint32_t depth, ScriptedOptions options) {
  PctStrategy pct(seed, depth);
  std::vector<std::uint64_t> list;
  const char* program = "A: write x 1; read y; write x 2; choose 3\nB: write y 1; read x; write y 2\nC: read x; read y";
  for (const Trace& trace : runs_of(pct, program, 2000, options)) list.push_back(trace.hash);
  return list;
}

TEST(Pct, TheSameSeedGivesTheSameRunsWhateverIsInFlight) {
  ScriptedOptions single;
  single.slots = 1;
  ScriptedOptions scrambled;
  scrambled.slots = 64;
  scrambled.out_of_order = true;
  const std::vector<std::uint64_t> expected = hashes(1, 3, single);
  EXPECT_EQ(hashes(1, 3, scrambled), expected);
  EXPECT_EQ(hashes(1, 3, {}), expected);
  EXPECT_NE(hashes(2, 3, single), expected);
  EXPECT_NE(hashes(1, 2, single), expected);
}

TEST(Pct, RestartRepeatsTheSequence) {
  PctStrategy pct(7, 3);
  const Schedule first = *pct.next();
  EXPECT_EQ(first.expected_events, 0u) << "nothing is known of the program yet";
  EXPECT_FALSE(pct.next()) << "waits for the first run";
  pct.restart();
  EXPECT_EQ(*pct.next(), first);
}

TEST(Pct, RunsAreAsLongAsEarlierOnesWere) {
  PctStrategy pct(1, 3);
  heddle::Run run;
  for (std::uint32_t index = 0; index < 5000; ++index) {
    const std::optional<Schedule> schedule = pct.next();
    ASSERT_TRUE(schedule);
    if (index == 0) {
      EXPECT_EQ(schedule->expected_events, 0u);
    } else {
      EXPECT_GE(schedule->expected_events, 10u);
      EXPECT_LE(schedule->expected_events, 12u);
    }
    run.trace.events.resize(10 + index % 3);
    pct.learn(run);
  }
}

// With one thread above another from the beginning, the only switches to a thread of higher priority come when it is
// created or unblocked.
TEST(Pct, DepthOneNeverPreemptsAThreadForALowerOne) {
  const char* program = "A: write x 1; write x 2; write x 3\nB: read x; read x; read x; read x";
  PctStrategy pct(1, 1);
  std::size_t seen_orders = 0;
  std::set<std::uint64_t> different;
  for (const Trace& trace : runs_of(pct, program, 500)) {
    std::vector<std::uint16_t> order;
    for (const Event& event : trace.events) {
      if (order.empty() || order.back() != number(event.thread)) order.push_back(number(event.thread));
    }
    // main, then A and B in blocks: nobody comes back after having been left except main.
    std::map<std::uint16_t, int> blocks;
    for (std::uint16_t thread : order) ++blocks[thread];
    EXPECT_EQ(blocks[1], 1);
    EXPECT_EQ(blocks[2], 1);
    if (different.insert(trace.hash).second) ++seen_orders;
  }
  EXPECT_GE(seen_orders, 4u);
}

TEST(Pct, EachChangePointGivesAtMostOnePreemption) {
  const char* program = "A: write x 1; write x 2; write x 3; write x 4\nB: read x; read x; read x; read x";
  for (std::uint32_t depth = 1; depth <= 4; ++depth) {
    PctStrategy pct(3, depth);
    std::uint32_t most = 0;
    for (const Trace& trace : runs_of(pct, program, 1000)) {
      std::uint32_t preemptions = 0;
      for (std::size_t at = 1; at < trace.events.size(); ++at) {
        const ThreadId before = trace.events[at - 1].thread;
        const bool creates = trace.events[at - 1].kind == EventKind::ThreadCreate;
        preemptions += trace.events[at].thread != before && trace.enabled[at].contains(before) && !creates;
      }
      most = std::max(most, preemptions);
    }
    EXPECT_LE(most, depth - 1) << "depth " << depth;
    if (depth <= 3) {
      EXPECT_EQ(most, depth - 1) << "depth " << depth;
    }
  }
}

// The bug needs A between two events of B that stand after many others. Random preempts everywhere and nearly never at
// the one right place; pct with depth 2 needs the right one of about n·k places.
TEST(Pct, FindsABugOfDepthTwoBehindALongPrefix) {
  std::string busy;
  for (int index = 0; index < 30; ++index) busy += "write z 1; ";
  const std::string text = "A: " + busy + "assert y 0; write x 1\nB: write x 2; write y 1; write y 0; write x 3";
  auto failures = [&](Strategy& strategy) {
    std::size_t count = 0;
    for (const Trace& trace : runs_of(strategy, text.c_str(), 2000)) {
      count += trace.outcome == Outcome::AssertionFailed;
    }
    return count;
  };
  PctStrategy pct(1, 2);
  RandomStrategy random(1);
  EXPECT_GT(failures(pct), 10u);
  EXPECT_EQ(failures(random), 0u);
}

TEST(Pct, AThreadThatYieldsInALoopLetsTheOthersRun) {
  std::string spin;
  for (int index = 0; index < 40; ++index) spin += "read x; yield; ";
  const std::string text = "A: " + spin + "\nB: write x 1";
  PctStrategy pct(1, 1);
  std::size_t late = 0;
  for (const Trace& trace : runs_of(pct, text.c_str(), 300)) {
    std::size_t yields = 0;
    for (const Event& event : trace.events) {
      if (event.kind == EventKind::Store) break;
      yields += event.kind == EventKind::Yield;
    }
    late += yields > 20;
  }
  EXPECT_EQ(late, 0u);
}

}  // namespace
}  // namespace heddle
