// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fuzz/shrink.h"
#include "fuzz/source.h"

namespace heddle::fuzz {
namespace {

bool contains(const Program& program, Kind kind) {
  bool found = false;
  for_each_statement(program, [&](const Statement& each) { found |= each.kind == kind; });
  return found;
}

TEST(Generator, MakesTheSameProgramFromTheSameNumber) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) EXPECT_EQ(generate(seed), generate(seed));
  EXPECT_FALSE(generate(1) == generate(2));
}

TEST(Generator, UsesEveryKindOfStatement) {
  std::set<Kind> missing;
  for (int kind = 0; kind <= static_cast<int>(Kind::TryJoin); ++kind) missing.insert(Kind(kind));
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for_each_statement(generate(seed), [&](const Statement& each) { missing.erase(each.kind); });
  }
  missing.erase(Kind::Spin);
  EXPECT_TRUE(missing.empty());
}

TEST(Generator, WaitsOnlyWithTheLockHeld) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    for (const Thread& thread : generate(seed).threads) {
      for (const Statement& outer : thread.body) {
        EXPECT_NE(outer.kind, Kind::Wait);
        EXPECT_NE(outer.kind, Kind::TimedWait);
      }
    }
  }
}

TEST(Source, HasALineForEveryLock) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = generate(seed);
    const SourceFile source = source_of({&program});
    EXPECT_EQ(source.ids.size(),
              1u + static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n')));
    for (const Thread& thread : program.threads) {
      for_each_statement(thread.body, [&](const Statement& each) {
        if (each.kind != Kind::Lock) return;
        EXPECT_NE(std::find(source.ids.begin(), source.ids.end(), each.id), source.ids.end());
      });
    }
  }
}

TEST(Shrink, LeavesOutAllThatDoesNotMatter) {
  std::uint64_t seed = 0;
  while (!contains(generate(seed), Kind::SemPost) || generate(seed).threads.size() < 4) ++seed;
  const Program smallest = shrink(
      generate(seed),
      [](const std::vector<Program>& programs) {
        std::vector<bool> answers;
        for (const Program& program : programs) answers.push_back(contains(program, Kind::SemPost));
        return answers;
      },
      100'000);
  std::size_t statements = 0;
  for_each_statement(smallest, [&](const Statement&) { ++statements; });
  EXPECT_TRUE(contains(smallest, Kind::SemPost));
  EXPECT_EQ(smallest.threads.size(), 2u);
  EXPECT_LE(statements, 2u);  // the post and the create of its thread
}

TEST(Shrink, KeepsAProgramOfWhichNothingCanBeLeftOut) {
  const Program program = generate(3);
  const auto never = [](const std::vector<Program>& programs) { return std::vector<bool>(programs.size()); };
  EXPECT_EQ(shrink(program, never, 1000), program);
}

}  // namespace
}  // namespace heddle::fuzz
