// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory_errors.h"

#include <gtest/gtest.h>

#include "analysis/judge.h"

namespace heddle {
namespace {

ProgramFacts facts() {
  ProgramFacts facts;
  facts.points.push_back({{"a.c", 10, 1, "f"}, "", false});
  facts.points.push_back({{"a.c", 20, 1, "g"}, "", false});
  facts.stack_sites.push_back({{"a.c", 5, 1, "f"}, "x"});
  return facts;
}

Failure failure_with(Fault fault, std::uint64_t address) {
  Failure failure;
  failure.fault = fault;
  failure.fault_pc = 0x400000;
  failure.memory.address = address;
  failure.memory.block = 0x1000;
  failure.memory.block_size = 16;
  failure.memory.access_size = 4;
  failure.memory.allocated_at = ProgramPoint(0);
  failure.memory.allocated_by = ThreadId(0);
  failure.memory.freed_at = ProgramPoint(1);
  failure.memory.freed_by = ThreadId(2);
  return failure;
}

TEST(MemoryErrors, UseAfterFreeNamesBothEndsOfTheBlocksLife) {
  EXPECT_EQ(
      describe_memory_error(failure_with(Fault::UseAfterFree, 0x1008), facts()),
      "use after free: read of 4 bytes at offset 8 of a block of 16 bytes, freed by thread 2 at a.c:20, allocated by "
      "thread 0 at a.c:10");
}

TEST(MemoryErrors, AnOverflowSaysHowFarOutsideItIs) {
  Failure failure = failure_with(Fault::BufferOverflow, 0x1014);
  failure.memory.is_write = true;
  EXPECT_EQ(
      describe_memory_error(failure, facts()),
      "heap buffer overflow: write of 4 bytes touches memory 4 bytes after a block of 16 bytes, allocated by thread "
      "0 at a.c:10");
  failure.memory.address = 0xfff;
  EXPECT_NE(describe_memory_error(failure, facts()).find("1 byte before a block"), std::string::npos);
  failure.memory.block = 0;
  EXPECT_NE(describe_memory_error(failure, facts()).find("never allocated, at 0xfff"), std::string::npos);
}

TEST(MemoryErrors, ADanglingStackNamesTheVariableAndWhoIsGone) {
  Failure failure = failure_with(Fault::DanglingStack, 0x1000);
  failure.memory.owner = ThreadId(3);
  failure.memory.owner_ended = true;
  failure.memory.site = 0;
  EXPECT_EQ(describe_memory_error(failure, facts()),
            "use after free: read of 4 bytes on local variable x of thread 3, which has ended");
  failure.memory.owner_ended = false;
  failure.memory.site = 99;
  EXPECT_EQ(describe_memory_error(failure, facts()),
            "use after free: read of 4 bytes on the stack of thread 3, in a function that has returned");
}

TEST(MemoryErrors, ANullFunctionPointerIsTold) {
  Failure failure;
  failure.fault = Fault::NullDereference;
  EXPECT_EQ(describe_memory_error(failure, facts()), "null function pointer called");
  failure.memory.access_size = 8;
  failure.memory.address = 8;
  EXPECT_EQ(describe_memory_error(failure, facts()), "null pointer dereference: read of 8 bytes at address 0x8");
}

TEST(MemoryErrors, TheKindIsTheFindingsKindAndPartOfItsKey) {
  heddle::Run run;
  run.trace.outcome = Outcome::Crashed;
  run.trace.failure = failure_with(Fault::DoubleFree, 0x1000);
  run.trace.failure.point = ProgramPoint(1);
  const std::optional<Finding> finding = judge(run, facts(), {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, FindingKind::DoubleFree);
  EXPECT_EQ(finding->key, "double-free a.c:20");
}

TEST(MemoryErrors, ALeakIsAFindingOnlyOnRequest) {
  heddle::Run run;
  run.trace.outcome = Outcome::Finished;
  run.trace.leaks.push_back({ProgramPoint(0), 2, 32});
  EXPECT_FALSE(judge(run, facts(), {}).has_value());
  const std::optional<Finding> finding = judge(run, facts(), {0, LeaksAre::Findings});
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, FindingKind::Leak);
  EXPECT_EQ(finding->message, "leak: 32 bytes in 2 blocks allocated at a.c:10 were never freed");
  EXPECT_EQ(finding->location.line, 10u);
}

}  // namespace
}  // namespace heddle
