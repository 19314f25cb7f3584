// SPDX-License-Identifier: Apache-2.0
#include "trace/schedule.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

Schedule example() {
  Schedule schedule;
  schedule.turns = {{ThreadId(0), 3}, {ThreadId(1), 4}};
  schedule.choices = {1, 0};
  schedule.seed = 18446744073709551615u;
  schedule.visibility_version = 2;
  schedule.rest = Rest::RoundRobin;
  return schedule;
}

TEST(Schedule, AppendJoinsEventsOfTheSameThreadToOneTurn) {
  Schedule schedule;
  for (int thread : {0, 0, 1, 0}) schedule.append(ThreadId(static_cast<std::uint16_t>(thread)));
  const std::vector<Turn> expected = {{ThreadId(0), 2}, {ThreadId(1), 1}, {ThreadId(0), 1}};
  EXPECT_EQ(schedule.turns, expected);
  EXPECT_EQ(schedule.length(), 4u);
}

TEST(Schedule, TextFormIsStable) {
  EXPECT_EQ(to_text(example()),
            "schedule v1 rest=round-robin seed=18446744073709551615 vis=2 turns=0:3,1:4 choices=1,0");
  EXPECT_EQ(to_text(Schedule{}), "schedule v1 rest=continue seed=0 vis=0 turns= choices=");
  Schedule pct;
  pct.rest = Rest::Pct;
  pct.depth = 3;
  pct.expected_events = 120;
  EXPECT_EQ(to_text(pct), "schedule v1 rest=pct/3/120 seed=0 vis=0 turns= choices=");
  Schedule endless;
  endless.rest = Rest::Endless;
  endless.expected_events = 48;
  EXPECT_EQ(to_text(endless), "schedule v1 rest=endless/48 seed=0 vis=0 turns= choices=");
}

TEST(Schedule, ParsingTheTextGivesTheSameScheduleBack) {
  Schedule pct = example();
  pct.rest = Rest::Pct;
  pct.depth = 3;
  pct.expected_events = 120;
  Schedule pos = example();
  pos.rest = Rest::Pos;
  Schedule endless = example();
  endless.rest = Rest::Endless;
  endless.expected_events = 48;
  Schedule stop = example();
  stop.rest = Rest::Stop;
  Schedule backward = example();
  backward.rest = Rest::Backward;
  for (const Schedule& schedule : {example(), Schedule{}, pct, pos, endless, stop, backward}) {
    const Result<Schedule> parsed = parse_schedule(to_text(schedule));
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(*parsed, schedule);
  }
}

TEST(Schedule, EveryTruncationThatLosesAFieldIsRefused) {
  const std::string text = to_text(example());
  for (std::size_t length = 0; length <= text.find("choices"); ++length) {
    const Result<Schedule> parsed = parse_schedule(text.substr(0, length));
    ASSERT_FALSE(parsed) << text.substr(0, length);
    EXPECT_EQ(parsed.error().code, ErrorCode::Usage);
  }
}

TEST(Schedule, DamagedFieldsAreNamed) {
  const Result<Schedule> parsed = parse_schedule("schedule v1 rest=sometimes seed=1 vis=0 turns= choices=");
  ASSERT_FALSE(parsed);
  EXPECT_NE(parsed.error().message.find("unknown policy before 'sometimes"), std::string::npos);
  EXPECT_FALSE(parse_schedule("schedule v1 rest=pct seed=1 vis=0 turns= choices="));
  EXPECT_FALSE(parse_schedule("schedule v1 rest=pct/0/5 seed=1 vis=0 turns= choices="));
  EXPECT_FALSE(parse_schedule("schedule v1 rest=pct/65/5 seed=1 vis=0 turns= choices="));
  EXPECT_FALSE(parse_schedule("schedule v2 rest=continue seed=1 vis=0 turns= choices="));
  EXPECT_FALSE(parse_schedule("schedule v1 rest=continue seed=1 vis=0 turns=9999:1 choices="));
  EXPECT_FALSE(parse_schedule("schedule v1 rest=continue seed=1 vis=0 turns=0:1,, choices="));
  EXPECT_FALSE(parse_schedule("schedule v1 rest=continue seed=1 vis=0 turns=0:1 choices=1 more"));
}

}  // namespace
}  // namespace heddle
