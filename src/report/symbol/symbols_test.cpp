// SPDX-License-Identifier: Apache-2.0
#include "report/symbol/symbols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/symbol/pipe_through.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

TEST(Symbols, AsksRelativeToTheModule) {
  EXPECT_EQ(request_line({0x555555555123, false, 0x555555554000, "/tmp/a b"}), "CODE \"/tmp/a b\" 0x1123\n");
  EXPECT_EQ(request_line({0x555555555123, true, 0x555555554000, "/tmp/a"}), "DATA \"/tmp/a\" 0x1123\n");
}

TEST(Symbols, AnAnswerMayHoldInlinedFunctions) {
  SymbolTable table;
  add_answer(table, {0x1123, false, 0, "a"},
             R"json({"Address":"0x1123","ModuleName":"a","Symbol":[
                 {"Column":7,"FileName":"h.h","FunctionName":"inner()","Line":3},
                 {"Column":1,"FileName":"a.cpp","FunctionName":"outer()","Line":9}]})json");
  ASSERT_EQ(table.code[0x1123].size(), 2u);
  EXPECT_EQ(table.code[0x1123][0].location, (SourceLocation{"h.h", 3, 7, "inner()"}));
  EXPECT_EQ(table.code[0x1123][1].location, (SourceLocation{"a.cpp", 9, 1, "outer()"}));
}

TEST(Symbols, DataOutsideOfTheSymbolFoundIsNotNamed) {
  std::string answer = R"({"Address":"0x4010","Data":{"Name":"table","Size":"0x8","Start":"0x4008"},"ModuleName":"a"})";
  SymbolTable table;
  add_answer(table, {0x400c, true, 0, "a"}, answer);
  add_answer(table, {0x4010, true, 0, "a"}, answer);
  EXPECT_EQ(table.data[0x400c].name, "table");
  EXPECT_EQ(table.data[0x400c].offset, 4u);
  EXPECT_FALSE(table.data.contains(0x4010));
}

TEST(Symbols, NonsenseIsIgnored) {
  SymbolTable table;
  add_answer(table, {0x10, false, 0, "a"}, "not json");
  add_answer(table, {0x10, false, 0, "a"}, R"({"Error":{"Message":"No such file"}})");
  EXPECT_TRUE(table.code.empty());
}

TEST(Symbols, AMissingProgramIsANote) {
  ProgramFacts facts;
  facts.modules.push_back({"/bin/true", 0x1000, 0x1000, 0x9000});
  SymbolQueries queries;
  queries.code = {0x2000};
  SymbolTable table = symbolise(facts, queries, "no-such-symbolizer");
  EXPECT_TRUE(table.code.empty());
  EXPECT_THAT(table.note, HasSubstr("cannot start no-such-symbolizer"));
}

TEST(PipeThrough, ReturnsWhatTheProgramWrote) {
  std::string input(300'000, 'x');
  Result<std::string> output = pipe_through({"cat"}, input);
  ASSERT_TRUE(output);
  EXPECT_EQ(*output, input);
}

}  // namespace
}  // namespace heddle
