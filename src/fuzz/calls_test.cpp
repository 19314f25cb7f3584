// SPDX-License-Identifier: Apache-2.0
//
// What the enumerator makes of the statements of the second generator.
#include <gtest/gtest.h>

#include <set>

#include "fuzz/enumerator.h"
#include "fuzz/generator.h"
#include "fuzz/small_program.h"
#include "fuzz/source.h"
#include "fuzz/widening.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kEnough = 100'000;

Statement make(Kind kind, std::uint8_t object = 0, std::uint8_t first = 0) {
  Statement made;
  made.kind = kind;
  made.object = object;
  made.first = {false, 0, first};
  return made;
}

Statement with_body(Statement outer, Block body) {
  outer.body = std::move(body);
  return outer;
}

Statement of_word(Kind kind, std::uint8_t value) {
  Statement made = make(kind, 0, value);
  made.place.way = Way::Word;
  made.place.is_atomic = true;
  return made;
}

// What thread 1 can tell in r0.
std::set<std::uint32_t> told(const Enumeration& found, std::uint8_t thread) {
  std::set<std::uint32_t> values;
  for (const auto& [who, what] : found.outcomes.local) {
    if (who == thread) values.insert(what);
  }
  return values;
}

TEST(Calls, AThreadBeginsWithWhatItsCreatorHasRead) {
  Program program = program_of({{make(Kind::Store, 0, 3)}, {}});
  program.threads[2].given = 1;
  Block& main = program.threads[0].body;
  main[1].first = {true, 2, 1};
  Statement load = make(Kind::Load);
  load.target = 2;
  main.insert(main.begin() + 1, load);
  number_statements(program);
  EXPECT_EQ(told(enumerate(program, kEnough), 2), (std::set<std::uint32_t>{1, 4}));
}

TEST(Calls, AThreadBeginsWithTheRoutineThatAValueChooses) {
  Program program = program_of({{make(Kind::Store, 0, 1)}, {make(Kind::Set, 0, 2)}});
  program.threads[2].instead = {make(Kind::Set, 0, 3)};
  Block& main = program.threads[0].body;
  main[1].second = {true, 2, 0};
  Statement load = make(Kind::Load);
  load.target = 2;
  main.insert(main.begin() + 1, load);
  number_statements(program);
  EXPECT_EQ(told(enumerate(program, kEnough), 2), (std::set<std::uint32_t>{2, 3}));
}

TEST(Calls, ErrnoIsOfEachThread) {
  const Block sets = {make(Kind::SetState, 0, 1), make(Kind::GetState)};
  const Block clears = {make(Kind::SetState, 0, 2), make(Kind::SetState, 0, 0), make(Kind::GetState)};
  const Enumeration found = enumerate(program_of({sets, clears}), kEnough);
  EXPECT_EQ(told(found, 1), (std::set<std::uint32_t>{1}));
  EXPECT_EQ(told(found, 2), (std::set<std::uint32_t>{0}));
}

TEST(Calls, NobodyRunsBetweenTheOperationsOfASection) {
  Statement again = make(Kind::Load);
  again.target = 1;
  const Block reads = {make(Kind::Load), again};
  const auto differ = [&](const Block& body) {
    bool do_differ = false;
    for (const std::uint32_t each : told(enumerate(program_of({body, {make(Kind::Store, 0, 1)}}, 3), kEnough), 1)) {
      do_differ |= (each & 15) != each >> 4;
    }
    return do_differ;
  };
  EXPECT_TRUE(differ(reads));
  EXPECT_FALSE(differ({with_body(make(Kind::Section), reads)}));
}

TEST(Calls, WhoWaitsInASectionLetsOthersRun) {
  const Block waits = {with_body(make(Kind::Section), {make(Kind::SemWait)})};
  const Enumeration found = enumerate(program_of({waits, {make(Kind::SemPost)}}), kEnough);
  EXPECT_TRUE(found.outcomes.deadlocks.empty());
  EXPECT_EQ(found.outcomes.joint.size(), 1u);
}

TEST(Calls, AFutexIsSleptOnOnlyWhileItsWordIsAsExpected) {
  const Block sleeps = {make(Kind::FutexWait, 0, 0)};
  const Block wakes = {of_word(Kind::Store, 1), make(Kind::FutexWake, 1)};
  const Enumeration found = enumerate(program_of({sleeps, wakes}), kEnough);
  EXPECT_EQ(told(found, 1), (std::set<std::uint32_t>{0, 1}));
  EXPECT_EQ(told(found, 2), (std::set<std::uint32_t>{0, 1}));
  EXPECT_TRUE(found.outcomes.deadlocks.empty());
  const Enumeration lost = enumerate(program_of({sleeps, {make(Kind::FutexWake, 1)}}), kEnough);
  EXPECT_FALSE(lost.outcomes.deadlocks.empty());
}

TEST(Calls, ASignalRunsTheHandlerThatIsSetThen) {
  Statement load = make(Kind::Load);
  load.place.cell = 1;
  Program program = program_of({{make(Kind::Raise), load}, {make(Kind::SetHandler, 1)}});
  program.handler_values = {2, 3};
  EXPECT_EQ(told(enumerate(program, kEnough), 1), (std::set<std::uint32_t>{0, 3}));
}

TEST(Calls, ExitFunctionsRunInReverseOrder) {
  const Enumeration found = enumerate(program_of({{make(Kind::AtExit, 0)}, {make(Kind::AtExit, 1)}}), kEnough);
  EXPECT_TRUE(found.outcomes.local.contains({kEndedTeller, 1 * 4 + 2}));
  EXPECT_TRUE(found.outcomes.local.contains({kEndedTeller, 2 * 4 + 1}));
}

TEST(Calls, ALockThatWasMadeAnewIsNotGivenBack) {
  const Statement lock = with_body(make(Kind::Lock), {make(Kind::Load)});
  const Enumeration found = enumerate(program_of({{lock}, {make(Kind::RemakeMutex)}}), kEnough);
  ASSERT_EQ(found.outcomes.failures.size(), 1u);
  EXPECT_EQ(found.outcomes.failures.begin()->kind, FailureKind::Assertion);
}

TEST(Calls, WhatWasDestroyedIsNotUsedBeforeItIsMadeAnew) {
  const Block locks = {with_body(make(Kind::Lock), {make(Kind::Load)})};
  const Statement destroy = make(Kind::Destroy);
  Statement makes_anew = destroy;
  makes_anew.is_negated = true;
  EXPECT_EQ(enumerate(program_of({locks, {destroy}}), kEnough).outcomes.failures.size(), 1u);
  EXPECT_EQ(enumerate(program_of({locks, {makes_anew}}), kEnough).outcomes.failures.size(), 1u);  // in between
  EXPECT_TRUE(enumerate(program_of({{makes_anew, locks[0]}}), kEnough).outcomes.failures.empty());
  EXPECT_TRUE(enumerate(program_of({{with_body(make(Kind::Lock), {destroy})}}), kEnough).outcomes.failures.empty());  // held
  EXPECT_EQ(enumerate(program_of({{with_body(make(Kind::SpinLock), {make(Kind::Destroy, kSpinObject)})}}), kEnough)
                .outcomes.failures.size(),
            1u);
}

TEST(Calls, AnOnceThatWasMadeAnewIsDoneAgain) {
  Statement load = make(Kind::Load);
  const Block resets = {make(Kind::Once), make(Kind::Store, 0, 1), make(Kind::RemakeOnce), make(Kind::Once), load};
  EXPECT_EQ(told(enumerate(program_of({resets}), kEnough), 1), (std::set<std::uint32_t>{2}));
}

TEST(Calls, ALockInABlockIsGoneWithIt) {
  Program program = program_of({{make(Kind::Allocate), make(Kind::Publish)},
                                {make(Kind::Take), with_body(make(Kind::BlockLock), {make(Kind::Yield)})},
                                {make(Kind::Take), make(Kind::Free)}});
  program.locks_blocks = true;
  const Enumeration found = enumerate(program, kEnough);
  EXPECT_EQ(found.outcomes.failures.size(), 2u);  // asked for, or given back
  for (const FailureAt& failure : found.outcomes.failures) EXPECT_EQ(failure.kind, FailureKind::UseAfterFree);
}

TEST(Calls, DescriptorsOfOneFileShareItsOffset) {
  const Enumeration found = enumerate(program_of({{make(Kind::FileRead, 0)}, {make(Kind::FileRead, 1)}}), kEnough);
  EXPECT_EQ(found.outcomes.joint, (std::set<std::uint64_t>{1, 1 << kBitsOfOutcome}));
}

TEST(Calls, AClosedDescriptorGivesNothing) {
  const Enumeration found = enumerate(program_of({{make(Kind::FileRead, 2)}, {make(Kind::FileClose, 2)}}), kEnough);
  EXPECT_EQ(told(found, 1), (std::set<std::uint32_t>{kFileLength - 1, kNoByte}));
}

TEST(Widening, LeavesSomeNumbersAsTheyWere) {
  for (const std::uint64_t index : {13601, 43586, 71478}) EXPECT_FALSE(is_widened(index, kNewestGenerator));
  EXPECT_TRUE(is_widened(0, kNewestGenerator));
  EXPECT_FALSE(is_widened(0, 1));
}

TEST(Widening, UsesEveryKindOfStatement) {
  std::set<Kind> missing;
  for (int kind = static_cast<int>(Kind::SetState); kind <= static_cast<int>(Kind::Count); ++kind) {
    missing.insert(Kind(kind));
  }
  std::uint64_t given = 0, with_two_routines = 0, with_ranges = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Program program = generate_wide(seed);
    EXPECT_TRUE(ranges_fit(program)) << seed;
    for_each_statement(program, [&](const Statement& each) { missing.erase(each.kind); });
    if (seed < 20) for_each_statement(generate_destroying(seed), [&](const Statement& each) { missing.erase(each.kind); });
    with_ranges += program.ranges == RangeOf{} ? 0 : 1;
    for (const Thread& thread : program.threads) {
      given += thread.given != 0 ? 1 : 0;
      with_two_routines += thread.instead.empty() ? 0 : 1;
    }
  }
  EXPECT_TRUE(missing.empty());
  EXPECT_GT(given, 200u);
  EXPECT_GT(with_two_routines, 100u);
  EXPECT_GT(with_ranges, 1000u);
}

TEST(Scenes, HaveNumbersOfTheirOwn) {
  EXPECT_TRUE(is_scene(5, kNewestGenerator));
  EXPECT_TRUE(is_scene(205, kNewestGenerator));
  EXPECT_FALSE(is_scene(155, kNewestGenerator));  // was found by drawing one by one
  EXPECT_FALSE(is_scene(5, 1));
}

TEST(Widening, LeavesSomeProgramsTheirTwins) {
  constexpr std::uint64_t kFirst = 3, kPrograms = 100, kWanted = 40;
  std::uint64_t with_twins = 0;
  for (std::uint64_t index = kFirst; index < kFirst + 10 * kPrograms; index += 10) {
    EXPECT_TRUE(has_wanted_twins(index, kNewestGenerator));
    const Program program = generate_number(index, index, kNewestGenerator, 100);
    bool has_some = false;
    for (std::uint8_t thread = 1; thread < program.threads.size(); ++thread) has_some |= has_twins(program, thread);
    with_twins += has_some ? 1 : 0;
  }
  EXPECT_GE(with_twins, kWanted);
  EXPECT_FALSE(has_wanted_twins(3, 1));
  EXPECT_EQ(generate_number(5, 17, kNewestGenerator, 100), generate_scene(17));
  EXPECT_EQ(generate_number(4, 17, kNewestGenerator, 100), generate_wide(17));
  EXPECT_EQ(generate_number(5, 17, 1, 100), generate(17));
}

TEST(Scenes, BringTogetherWhatTheyAreAbout) {
  std::uint64_t sleeping = 0, waiting = 0, unmapping = 0, counting = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = generate_scene(seed);
    EXPECT_TRUE(ranges_fit(program)) << seed;
    std::set<Kind> kinds;
    for_each_statement(program, [&](const Statement& each) { kinds.insert(each.kind); });
    counting += kinds.contains(Kind::Count) ? 1 : 0;
    unmapping += program.maps_blocks && kinds.contains(Kind::Free) && kinds.contains(Kind::Take) ? 1 : 0;
    waiting += kinds.contains(Kind::Section) && kinds.contains(Kind::IfCell) ? 1 : 0;
    sleeping += kinds.contains(Kind::FutexWait) && kinds.contains(Kind::FutexWake) ? 1 : 0;
  }
  for (const std::uint64_t scenes : {sleeping, waiting, unmapping, counting}) EXPECT_GT(scenes, 30u);
}

}  // namespace
}  // namespace heddle::fuzz
