// SPDX-License-Identifier: Apache-2.0
#include "execute/facts_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "wire/library_calls.h"
#include "wire/ring.h"

namespace heddle {
namespace {

struct Image {
  wire::FactsHeader header;
  wire::FactsModule module;
  wire::FactsPoint point;
  wire::FactsSite site;
  wire::FactsExternal externals[3];
  wire::FactsDefinition definition;
  char strings[32];
};

std::vector<std::byte> example() {
  Image image{};
  image.header = {wire::kWireVersion,
                  1,
                  1,
                  1,
                  3,
                  1,
                  0,
                  0,
                  offsetof(Image, module),
                  offsetof(Image, point),
                  offsetof(Image, site),
                  offsetof(Image, externals),
                  offsetof(Image, definition),
                  offsetof(Image, strings),  // no result uses
                  offsetof(Image, strings),  // and no tests of them
                  offsetof(Image, strings),
                  sizeof(Image)};
  std::memcpy(image.strings, "\0a.cpp\0f()\0x\0prog\0other\0why", 28);
  image.module = {0x1000, 0x2000, 0x3000, 13, 0};
  image.point = {1, 7, 11, 42, 5, 0, 0};
  image.site = {1, 7, 11, 41};
  constexpr auto kUnseen = static_cast<std::uint32_t>(wire::CallClass::Unseen);
  image.externals[0] = {18, 24, 0, 2, kUnseen};
  image.externals[1] = {13, 0, 0, 1, kUnseen};  // defined elsewhere in the program
  image.externals[2] = {18, 24, 0, 3, kUnseen};
  image.definition = {13};
  std::vector<std::byte> bytes(sizeof image);
  std::memcpy(bytes.data(), &image, sizeof image);
  return bytes;
}

TEST(FactsReader, DecodesModulesPointsAndStackSites) {
  const Result<ProgramFacts> facts = read_facts(example());
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->at(ProgramPoint(0)).location, (SourceLocation{"a.cpp", 42, 5, "f()"}));
  EXPECT_EQ(facts->at(ProgramPoint(0)).variable, "x");
  ASSERT_EQ(facts->stack_sites.size(), 1u);
  EXPECT_EQ(facts->stack_sites[0].location.line, 41u);
  ASSERT_EQ(facts->modules.size(), 1u);
  EXPECT_EQ(facts->modules[0].path, "prog");
  EXPECT_EQ(facts->modules[0].base, 0x1000u);
}

TEST(FactsReader, ExternalFunctionsAreListedOnceUnlessTheProgramDefinesThem) {
  const Result<ProgramFacts> facts = read_facts(example());
  ASSERT_TRUE(facts);
  ASSERT_EQ(facts->externals.size(), 1u);
  const ExternalFunction& external = facts->externals[0];
  EXPECT_EQ(external.name, "other");
  EXPECT_EQ(external.reason, "why");
  EXPECT_EQ(external.control, ControlOver::Unseen);
  EXPECT_EQ(external.first_use.line, 42u);
  EXPECT_EQ(external.uses, 5u);
}

TEST(FactsReader, EveryTruncationIsAnErrorOrLosesOnlyStrings) {
  const std::vector<std::byte> whole = example();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Result<ProgramFacts> facts = read_facts(std::span(whole.data(), size));
    EXPECT_EQ(static_cast<bool>(facts), size >= offsetof(Image, strings)) << size;
  }
}

TEST(FactsReader, CountsAndOffsetsThatPointOutsideAreErrors) {
  for (std::size_t offset = offsetof(wire::FactsHeader, module_count);
       offset < offsetof(wire::FactsHeader, strings_offset); offset += 4) {
    std::vector<std::byte> bytes = example();
    const std::uint32_t huge = 0xfffffff0;
    std::memcpy(bytes.data() + offset, &huge, sizeof huge);
    EXPECT_FALSE(read_facts(bytes)) << offset;
  }
}

TEST(FactsReader, AnotherVersionIsNamed) {
  std::vector<std::byte> bytes = example();
  bytes[0] = std::byte{99};
  const Result<ProgramFacts> facts = read_facts(bytes);
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace heddle
