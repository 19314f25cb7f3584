// SPDX-License-Identifier: Apache-2.0
#include "report/external_notes.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

ExternalFunction unknown(const char* name, std::uint32_t line) {
  return {name, ControlOver::Unknown, "", {"a.cpp", line, 1, "main"}, 1};
}

TEST(ExternalNotes, NothingToSayAboutAProgramUnderControl) { EXPECT_TRUE(external_notes({}, {}).empty()); }

PointFacts call_of(const char* function) { return {{"a.cpp", 3, 1, "main"}, function, false, {}}; }

TEST(ExternalNotes, WhatIsOnlyLinkedInIsNotWorthANote) {
  ProgramFacts facts;
  facts.externals = {unknown("foo", 3), unknown("_ZN2ns3barEi", 9)};
  facts.points = {call_of("foo"), call_of("ns::bar(int)")};
  EXPECT_TRUE(external_notes(facts, {}).empty());
  ASSERT_EQ(external_notes(facts, {ProgramPoint{1}}).size(), 1u);
  EXPECT_EQ(external_notes(facts, {ProgramPoint{1}})[0].find("the program calls ns::bar(int) at a.cpp:9: "), 0u);
}

TEST(ExternalNotes, FunctionsOfOneReasonShareANoteWithTheirLines) {
  ProgramFacts facts;
  facts.externals = {unknown("foo", 3),
                     {"getrandom", ControlOver::FixedAnswer, "gives a fixed stream", {"a.cpp", 5, 1, "f"}, 2},
                     unknown("_ZN2ns3barEi", 9)};
  facts.points = {call_of("foo"), call_of("ns::bar(int)")};
  std::vector<std::string> notes = external_notes(facts, {ProgramPoint{0}, ProgramPoint{1}});
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0],
            "the program calls foo() at a.cpp:3, ns::bar(int) at a.cpp:9: not under Heddle's control and not compiled "
            "with heddle-clang: what is done there to memory is not seen");
  EXPECT_EQ(notes[1], "the program calls getrandom() at a.cpp:5: gives a fixed stream");
}

TEST(ExternalNotes, LongListsAreCut) {
  ProgramFacts facts;
  for (std::uint32_t index = 1; index <= 9; ++index) facts.externals.push_back(unknown("f", index));
  facts.points = {call_of("f")};
  std::vector<std::string> notes = external_notes(facts, {ProgramPoint{0}});
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("f() at a.cpp:6 and 3 more: "), std::string::npos) << notes[0];
}

}  // namespace
}  // namespace heddle
