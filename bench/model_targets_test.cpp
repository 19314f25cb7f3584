// SPDX-License-Identifier: Apache-2.0
#include "bench/model_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model_sources.h"

namespace heddle::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Instance instance(const std::string& line) {
  Result<std::vector<Instance>> parsed = parse_reference(line);
  EXPECT_TRUE(parsed);
  return parsed->front();
}

Measured finished(const std::string& line) {
  Measured measured;
  measured.instance = instance(line);
  measured.verdict = measured.instance.verdict;
  measured.exhaustive = true;
  return measured;
}

Target target(const std::vector<Measured>& measured, const std::string& beginning) {
  for (const Target& each : judge_targets(measured)) {
    if (each.text.starts_with(beginning)) return each;
  }
  ADD_FAILURE() << "no target " << beginning;
  return {};
}

TEST(ModelReference, NamesSayProgramAndSizes) {
  EXPECT_EQ(instance("counter,N=5,clean,40,1339,genmc,34904,0.37").name(), "counter(5)");
  EXPECT_EQ(instance("bubble,N=3 T=3 NOERR,clean,-,-,-,-,-").name(), "bubble(3,3, NOERR)");
  EXPECT_EQ(instance("bubble,N=3 T=3 NOERR,clean,-,-,-,-,-").sweep(), "bubble NOERR");
  EXPECT_EQ(instance("peterson,-,clean,-,-,-,-,-").name(), "peterson");
}

TEST(ModelReference, ALineThatIsNotUnderstoodIsNamed) {
  for (const char* line : {"counter,N=5,clean", "counter,N=5,perhaps,-,-,-,-,-", "counter,N=5,clean,many,1,-,-,-"}) {
    const Result<std::vector<Instance>> parsed = parse_reference(std::string("# comment\n") + line);
    ASSERT_FALSE(parsed) << line;
    EXPECT_THAT(parsed.error().message, ::testing::HasSubstr("model_reference.csv:2")) << line;
  }
}

TEST(ModelReference, EveryLineHasItsProgramAndEveryProgramALine) {
  const Result<std::vector<Instance>> parsed = parse_reference(kModelReference);
  ASSERT_TRUE(parsed) << parsed.error().message;
  std::set<std::string> named, written;
  for (const Instance& each : *parsed) named.insert(each.program + ".c");
  for (const ModelSource& source : kModelSources) written.insert(source.name);
  written.erase("bench.h");
  written.erase("tiny.c");  // of the other bench
  EXPECT_EQ(named, written);
  std::set<std::string> names;
  for (const Instance& each : *parsed) EXPECT_TRUE(names.insert(each.name()).second) << each.name();
}

TEST(ModelTargets, ExecutionsCompareWithThePrototype) {
  Measured good = finished("counter,N=5,clean,40,1339,-,-,-");
  good.executions = 60;
  Measured bad = good;
  bad.executions = 61;
  Measured cut = good;
  cut.exhaustive = false;
  cut.verdict = "incomplete";
  const Target judged = target({good, bad, cut}, "at most 1.5");
  EXPECT_EQ(judged.met, 1u);
  EXPECT_THAT(judged.missed, ElementsAre("counter(5) 1.5x", "counter(5) unfinished"));
}

TEST(ModelTargets, AShortSearchTellsNothingAboutSpeedAndMemory) {
  Measured tiny = finished("counter,N=5,clean,40,1339,-,-,-");
  tiny.steps = 10;
  tiny.search_seconds = 0.01;
  tiny.table_states = 10;
  tiny.table_bytes = 2048;
  Measured slow = tiny;
  slow.steps = 900'000;
  slow.search_seconds = 1;
  slow.table_states = 100'000;
  slow.table_bytes = 5'000'000;
  EXPECT_THAT(target({tiny}, "at least").missed, IsEmpty());
  EXPECT_THAT(target({tiny, slow}, "at least").missed, ElementsAre("counter(5) 0.90 M/s"));
  EXPECT_THAT(target({tiny, slow}, "at most 48").missed, ElementsAre("counter(5) 50 B"));
}

TEST(ModelTargets, SomeProgramsMustTakeATenthOfThePeersTime) {
  Measured counter = finished("counter,N=5,clean,-,-,genmc,34904,0.40");
  Measured rest = finished("account,N=5,clean,-,-,genmc,14400,0.25");
  Measured quick = finished("account,N=2,clean,-,-,genmc,4,0.01");
  counter.cpu_seconds = 0.039;
  rest.cpu_seconds = 0.24;
  quick.cpu_seconds = 1;
  EXPECT_EQ(target({counter, rest, quick}, "at most a tenth").met, 1u);
  EXPECT_EQ(target({counter, rest, quick}, "not slower").met, 1u);
  counter.cpu_seconds = 0.06;
  rest.cpu_seconds = 0.5;
  EXPECT_THAT(target({counter, rest, quick}, "at most a tenth").missed, ElementsAre("counter(5) 0.15x"));
  EXPECT_THAT(target({counter, rest, quick}, "not slower").missed, ElementsAre("account(5) 2.00x"));
}

TEST(ModelTargets, WideProgramsMustBeDoneInSeconds) {
  Measured good = finished("readers,N=200,clean,-,-,-,-,-"), slow = finished("ring,N=24 OUT,clean,-,-,-,-,-");
  Measured cut = finished("philosophers,N=40 FIXED,clean,-,-,-,-,-"), other = finished("readers,N=4,clean,-,-,-,-,-");
  good.cpu_seconds = 9.9;
  slow.cpu_seconds = 10.1;
  cut.exhaustive = false;
  const Target judged = target({good, slow, cut, other}, "exhaustive within 10 s");
  EXPECT_EQ(judged.met, 1u);
  EXPECT_THAT(judged.missed, ElementsAre("ring(24, OUT) 10.1 s", "philosophers(40, FIXED) unfinished"));
}

TEST(ModelTargets, OneProgramMustTakeAFifthOfThePrototypesExecutions) {
  Measured fib = finished("fib,N=7,clean,66007,316242,-,-,-");
  fib.executions = 13'201;
  EXPECT_EQ(target({fib}, "fib(7)").met, 1u);
  fib.executions = 13'202;
  EXPECT_THAT(target({fib}, "fib(7)").missed, ElementsAre("fib(7) 0.20x"));
}

TEST(ModelTargets, ShortcutsMustNotCostMuchMoreThanTheySpare) {
  Measured good = finished("counter,N=5,clean,-,-,-,-,-");
  good.cpu_seconds = 1.3;
  good.plain_cpu_seconds = 1;
  good.plain_exhaustive = true;
  Measured slow = good, small = good, cut = good, alone = good, both_cut = good;
  slow.cpu_seconds = 1.4;
  small.cpu_seconds = 0.19;
  small.plain_cpu_seconds = 0.01;
  cut.exhaustive = false;
  alone.plain_cpu_seconds.reset();
  both_cut.cpu_seconds = 9;
  both_cut.exhaustive = both_cut.plain_exhaustive = false;
  const Target judged = target({good, slow, small, cut, alone, both_cut}, "not more than 1.3");
  EXPECT_EQ(judged.met, 1u);
  EXPECT_THAT(judged.missed, ElementsAre("counter(5) 1.40x", "counter(5) unfinished"));
}

TEST(ModelTargets, AVerdictIsWrongIfItSaysTheOpposite) {
  Measured measured = finished("account,N=2,finding,3,4,-,-,-");
  EXPECT_FALSE(measured.is_wrong());
  measured.verdict = "incomplete";
  EXPECT_FALSE(measured.is_wrong());
  measured.verdict = "clean";
  EXPECT_TRUE(measured.is_wrong());
  EXPECT_THAT(target({measured}, "right").missed, ElementsAre("account(2) says clean, is finding"));
}

}  // namespace
}  // namespace heddle::bench
