// SPDX-License-Identifier: Apache-2.0
#include "execute/scripted_runner.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

Trace run_script(const char* program, const Schedule& schedule = {}) {
  ScriptedRunner runner(program);
  runner.submit(schedule);
  return runner.collect()->trace;
}

std::string kinds(const Trace& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    text += std::to_string(number(event.thread)) + ":" + std::string(name_of(event.kind)) + " ";
  }
  return text;
}

TEST(ScriptedRunner, MainCreatesAndJoinsAndEachThreadBegins) {
  const Trace trace = run_script("A: write x 1\nB: read x\nmain: read x");
  EXPECT_EQ(kinds(trace), "0:begin 0:create 0:create 1:begin 1:store 0:join 2:begin 2:load 0:join 0:load ");
  EXPECT_EQ(trace.outcome, Outcome::Finished);
  EXPECT_EQ(trace.events.back().value, 1u);
  EXPECT_EQ(trace.threads.size(), 3u);
}

TEST(ScriptedRunner, ATraceAsAScheduleRepeatsItself) {
  Schedule random;
  random.rest = Rest::Random;
  random.seed = 5;
  const char* program =
      "A: lock m; wait c m; unlock m\nB: lock m; wait c m; unlock m\nC: choose 3; signal c; broadcast c";
  const Trace first = run_script(program, random);
  const Trace second = run_script(program, first.as_schedule(0));
  EXPECT_EQ(first.hash, second.hash);
  EXPECT_EQ(first.events, second.events);
}

TEST(ScriptedRunner, BackwardEveryoneFinishesBeforeTheOneBeforeBegins) {
  Schedule backward;
  backward.rest = Rest::Backward;
  const Trace trace = run_script("A: write x 1\nB: read x\nC: read x", backward);
  EXPECT_EQ(kinds(trace),
            "0:begin 0:create 0:create 0:create 3:begin 3:load 2:begin 2:load 1:begin 1:store 0:join 0:join 0:join ");
}

TEST(ScriptedRunner, AScheduleThatCannotBeFollowedDiverges) {
  Schedule schedule;
  schedule.turns = {{ThreadId(0), 2}, {ThreadId(2), 1}};
  const Trace trace = run_script("A: write x 1\nB: read x", schedule);
  EXPECT_EQ(trace.outcome, Outcome::Diverged);
  EXPECT_EQ(trace.failure.diverged_turn, 1u);
}

TEST(ScriptedRunner, ThreadsThatWaitForEachOtherDeadlock) {
  Schedule schedule;
  schedule.turns = {{ThreadId(0), 3}, {ThreadId(1), 2}, {ThreadId(2), 2}};
  const Trace trace = run_script("A: lock m; lock n\nB: lock n; lock m", schedule);
  EXPECT_EQ(trace.outcome, Outcome::Deadlocked);
  ASSERT_EQ(trace.threads.size(), 3u);
  EXPECT_EQ(trace.threads[1].held_by, ThreadId(2));
  EXPECT_EQ(trace.threads[2].held_by, ThreadId(1));
  EXPECT_EQ(trace.threads[0].pending, EventKind::ThreadJoin);
}

TEST(ScriptedRunner, LocalWorkFollowsItsEventAtOnce) {
  const Trace trace = run_script("A: read x; crash; read y");
  EXPECT_EQ(trace.outcome, Outcome::Crashed);
  EXPECT_EQ(trace.events.back().kind, EventKind::Load);
  EXPECT_EQ(trace.threads.size(), 2u);
}

}  // namespace
}  // namespace heddle
