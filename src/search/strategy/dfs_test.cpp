// SPDX-License-Identifier: Apache-2.0
//
// The number of interleavings of small programs is known in closed form; dfs must make exactly that many runs, all
// different, whatever the order in which runs come back.
#include "search/strategy/dfs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "execute/scripted_runner.h"

namespace heddle {
namespace {

struct Exploration {
  std::uint64_t runs = 0;
  std::set<std::string> different;
  std::map<Outcome, std::uint64_t> outcomes;
  std::size_t most_steps = 0;
  std::size_t most_work = 0;
};

Exploration explore(const char* program, ScriptedOptions options = {}) {
  ScriptedRunner runner(program, options);
  DfsStrategy dfs;
  Exploration seen;
  for (;;) {
    while (runner.has_room()) {
      std::optional<Schedule> schedule = dfs.next();
      if (!schedule) break;
      runner.submit(std::move(*schedule));
    }
    if (runner.idle()) return seen;
    Result<heddle::Run> run = runner.collect();
    ++seen.runs;
    ++seen.outcomes[run->trace.outcome];
    seen.different.insert(to_text(run->trace.as_schedule(0)));
    dfs.learn(*run);
    seen.most_steps = std::max(seen.most_steps, dfs.steps_held());
    seen.most_work = std::max(seen.most_work, dfs.work_held());
  }
}

std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  std::uint64_t value = 1;
  for (std::uint64_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

// Two threads with m and n events after their begin. Main's second create comes after k events of the first thread,
// then the rest of the first thread followed by its join is one chain, the second thread the other:
// sum over k of C(m + 1 - k + 1 + n + 1, n + 1), k = 0 .. m + 1.
std::uint64_t interleavings(std::uint64_t m, std::uint64_t n) { return binomial(m + n + 4, n + 2) - 1; }

std::string repeated(const char* operation, int times) {
  std::string text;
  for (int index = 0; index < times; ++index) text += std::string(operation) + ";";
  return text;
}

TEST(Dfs, TwoThreadsGiveTheBinomialNumberOfInterleavings) {
  for (int m = 0; m <= 4; ++m) {
    for (int n = 0; n <= 3; ++n) {
      const std::string program = "A: " + repeated("write x 1", m) + "\nB: " + repeated("read y", n);
      const Exploration seen = explore(program.c_str());
      EXPECT_EQ(seen.runs, interleavings(static_cast<std::uint64_t>(m), static_cast<std::uint64_t>(n)))
          << m << " and " << n;
      EXPECT_EQ(seen.different.size(), seen.runs) << "no interleaving twice";
    }
  }
}

TEST(Dfs, OneThreadHasOneInterleaving) { EXPECT_EQ(explore("A: write x 1; read x").runs, 1u); }

TEST(Dfs, TheOrderInWhichRunsComeBackDoesNotMatter) {
  ScriptedOptions scrambled;
  scrambled.out_of_order = true;
  ScriptedOptions single;
  single.slots = 1;
  const char* program = "A: write x 1; read y; choose 2\nB: write y 1; read x";
  const Exploration in_order = explore(program);
  const Exploration out_of_order = explore(program, scrambled);
  EXPECT_EQ(in_order.runs, out_of_order.runs);
  EXPECT_EQ(in_order.different, out_of_order.different);
  EXPECT_EQ(in_order.different, explore(program, single).different);
}

TEST(Dfs, ChoicesMultiply) {
  const Exploration seen = explore("A: choose 2; choose 3; choose 2");
  EXPECT_EQ(seen.runs, 12u);
  EXPECT_EQ(seen.different.size(), 12u);
  EXPECT_EQ(explore("A: choose 3\nB: read x").runs, 3 * interleavings(1, 1));
}

TEST(Dfs, ChoicesOfSeveralThreadsMultiplyWithTheInterleavings) {
  const Exploration seen = explore("A: choose 3\nB: choose 2; read x");
  EXPECT_EQ(seen.runs, 6 * interleavings(1, 2));
  EXPECT_EQ(seen.different.size(), seen.runs);
}

// With both threads begun, whoever locks first runs to its unlock before the other locks; only begins, create and
// joins interleave. Counted by an enumeration of its own in this test.
TEST(Dfs, LocksRestrictTheInterleavings) {
  const Exploration locked = explore("A: lock m; read x; unlock m\nB: lock m; read x; unlock m");
  EXPECT_EQ(locked.different.size(), locked.runs);
  EXPECT_LT(locked.runs, interleavings(3, 3));
  std::uint64_t expected = 0;
  // State: events done by main (of create, join, join after the first create), A and B (of begin, lock, x, unlock).
  auto count = [&](auto&& self, int main, int a, int b) -> void {
    const bool a_holds = a == 2 || a == 3;
    const bool b_holds = b == 2 || b == 3;
    if (main == 3) {
      ++expected;
      return;
    }
    if (main == 0 || (main == 1 && a == 4) || (main == 2 && b == 4)) self(self, main + 1, a, b);
    if (a < 4 && !(a == 1 && b_holds)) self(self, main, a + 1, b);
    if (main > 0 && b < 4 && !(b == 1 && a_holds)) self(self, main, a, b + 1);
  };
  count(count, 0, 0, 0);
  EXPECT_EQ(locked.runs, expected);
}

TEST(Dfs, DeadlocksAreAmongTheInterleavings) {
  const Exploration seen = explore("A: lock m; lock n; unlock n; unlock m\nB: lock n; lock m; unlock m; unlock n");
  EXPECT_GT(seen.outcomes.at(Outcome::Deadlocked), 0u);
  EXPECT_GT(seen.outcomes.at(Outcome::Finished), 0u);
  EXPECT_EQ(seen.different.size(), seen.runs);
}

TEST(Dfs, WhichWaiterASignalWakesIsBranchedOver) {
  const Exploration seen =
      explore("A: lock m; wait c m; unlock m\nB: lock m; wait c m; unlock m\nC: lock m; signal c; signal c; unlock m");
  EXPECT_EQ(seen.different.size(), seen.runs);
  EXPECT_GT(seen.outcomes.at(Outcome::Deadlocked), 0u) << "a signal before the wait is lost";
  EXPECT_GT(seen.outcomes.at(Outcome::Finished), 0u);
}

TEST(Dfs, RunsThatFailStillContributeWhatTheySaw) {
  const Exploration seen = explore("A: read x; crash\nB: read y");
  EXPECT_EQ(seen.different.size(), seen.runs);
  EXPECT_GT(seen.outcomes.at(Outcome::Crashed), 1u);
  EXPECT_EQ(seen.outcomes.count(Outcome::Finished), 0u);
}

TEST(Dfs, MemoryDoesNotGrowWithTheNumberOfInterleavings) {
  const Exploration small = explore("A: read x; read x\nB: read x; read x");
  const Exploration large =
      explore("A: read x; read x; read x; read x; read x\nB: read x; read x; read x; read x; read x");
  EXPECT_GT(large.runs, 40 * small.runs);
  const std::size_t depth = 17;
  EXPECT_LT(large.most_work, depth * 16);
  EXPECT_LT(large.most_steps, 2 * depth * 16);
}

TEST(Dfs, RestartBeginsWithTheEmptyPrefix) {
  ScriptedRunner runner("A: read x\nB: read x");
  DfsStrategy dfs;
  runner.submit(*dfs.next());
  dfs.learn(*runner.collect());
  ASSERT_TRUE(dfs.next());
  dfs.restart();
  EXPECT_TRUE(dfs.next()->turns.empty());
  EXPECT_FALSE(dfs.next()) << "nothing more before the first run is known";
}

}  // namespace
}  // namespace heddle
