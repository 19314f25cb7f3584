// SPDX-License-Identifier: Apache-2.0
#include "app/options.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::string error_of(const Setting& setting) {
  Options options;
  Result<void> applied = apply(options, setting);
  return applied ? "" : applied.error().message;
}

TEST(Options, DefaultsAreTheDocumentedOnes) {
  Options options;
  EXPECT_EQ(options.search.strategy, "exact");
  EXPECT_EQ(options.search.seed, 1u);
  EXPECT_EQ(options.search.memory_model, "sc");
  EXPECT_EQ(options.report.out, "heddle-out");
  EXPECT_TRUE(check_names(options, {"exact"}));
}

TEST(Options, KeysMayBeWrittenWithDashesOrUnderscores) {
  Options options;
  ASSERT_TRUE(apply(options, {"max-executions", "7", "x"}));
  EXPECT_EQ(options.search.max_executions, 7u);
  ASSERT_TRUE(apply(options, {"max_executions", "8", "x"}));
  EXPECT_EQ(options.search.max_executions, 8u);
}

TEST(Options, AnUnknownKeyIsNamedWithItsOrigin) {
  EXPECT_EQ(error_of({"sede", "1", "heddle.toml:3"}), "heddle.toml:3: unknown option `sede`");
}

TEST(Options, NumbersAreCheckedAgainstTheirRange) {
  EXPECT_EQ(error_of({"expect-exit", "256", "--expect-exit"}),
            "--expect-exit: `expect-exit` must be between 0 and 255, not 256");
  EXPECT_EQ(error_of({"seed", "-1", "--seed"}), "--seed: `seed` must be a whole number, not `-1`");
  EXPECT_EQ(error_of({"seed", "1x", "--seed"}), "--seed: `seed` must be a whole number, not `1x`");
  EXPECT_EQ(error_of({"seed", "", "--seed"}), "--seed: `seed` must be a whole number, not ``");
}

TEST(Options, FlagsAreTrueOrFalse) {
  Options options;
  ASSERT_TRUE(apply(options, {"quiet", "true", "x"}));
  EXPECT_TRUE(options.report.quiet);
  ASSERT_TRUE(apply(options, {"quiet", "0", "x"}));
  EXPECT_FALSE(options.report.quiet);
  EXPECT_EQ(error_of({"quiet", "maybe", "x"}), "x: `quiet` must be true or false, not `maybe`");
}

TEST(Options, SizesHaveUnits) {
  EXPECT_EQ(parse_size("500M")->bytes, 500u << 20);
  EXPECT_EQ(parse_size("1.5G")->bytes, 3u << 29);
  EXPECT_EQ(parse_size("64K")->bytes, 65536u);
  EXPECT_EQ(parse_size("1T")->bytes, std::uint64_t{1} << 40);
  EXPECT_EQ(parse_size("4096")->bytes, 4096u);
  EXPECT_EQ(parse_size("2G")->text, "2G");
  for (const char* wrong : {"", "G", "2X", "-1G", "0", "0G", "2GB", "2 G", "nan", "1e300T"}) {
    EXPECT_FALSE(parse_size(wrong)) << wrong;
  }
  EXPECT_EQ(error_of({"max-memory", "much", "--max-memory"}),
            "--max-memory: `max-memory` must be a size such as 500M or 2G, not `much`");
  EXPECT_EQ(size_text(std::uint64_t{12} << 30), "12.0G");
  EXPECT_EQ(size_text(512u << 20), "512M");
}

TEST(Options, TimesHaveUnits) {
  EXPECT_DOUBLE_EQ(parse_duration("30s")->seconds, 30);
  EXPECT_DOUBLE_EQ(parse_duration("5m")->seconds, 300);
  EXPECT_DOUBLE_EQ(parse_duration("1.5h")->seconds, 5400);
  EXPECT_DOUBLE_EQ(parse_duration("250ms")->seconds, 0.25);
  EXPECT_DOUBLE_EQ(parse_duration("90")->seconds, 90);
  EXPECT_EQ(parse_duration("30s")->text, "30s");
  for (const char* wrong : {"", "s", "5x", "-1s", "0s", "nan", "1 s"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Options, OtherMemoryModelsAreAnnouncedAsNotYet) {
  Options options;
  options.search.memory_model = "tso";
  EXPECT_EQ(check_names(options, {"exact"}).error().message,
            "memory model `tso`: not yet; this version explores sc only");
  options.search.memory_model = "arm";
  EXPECT_EQ(check_names(options, {"exact"}).error().message, "unknown memory model `arm`; there is: sc");
}

TEST(Options, AnUnknownStrategyListsTheKnownOnes) {
  Options options;
  options.search.strategy = "best";
  EXPECT_EQ(check_names(options, {"dfs", "random"}).error().message, "unknown strategy `best`; there are: dfs, random");
}

TEST(Options, ADepthWithoutUseIsRefused) {
  for (const char* depth : {"5", "3"}) {  // 3 is the default, which is no reason to let it pass
    Options options;
    ASSERT_TRUE(apply(options, {"depth", depth, "heddle.toml:2"}));
    Result<void> checked = check_names(options, {"exact", "pct"});
    ASSERT_FALSE(checked) << depth;
    EXPECT_EQ(checked.error().message, "heddle.toml:2: `depth` is for the strategy pct; `exact` has none");
    options.search.strategy = "pct";
    EXPECT_TRUE(check_names(options, {"exact", "pct"}));
  }
}

TEST(Options, AStateIsKnownBy64Or128Bits) {
  for (const char* bits : {"64", "96", "128"}) {
    Options options;
    ASSERT_TRUE(apply(options, {"hash-bits", bits, "--hash-bits"}));
    EXPECT_EQ(static_cast<bool>(check_names(options, {"exact"})), std::string(bits) != "96");
  }
}

TEST(Options, ThreadByThreadIsLateFirstOrOff) {
  for (const char* when : {"late", "first", "off", "never"}) {
    Options options;
    ASSERT_TRUE(apply(options, {"closure", when, "--closure"}));
    EXPECT_EQ(static_cast<bool>(check_names(options, {"exact"})), std::string(when) != "never");
  }
}

TEST(Options, EveryRowOfTheTablesHasHelp) {
  for (const OptionRow& row : option_rows()) EXPECT_FALSE(row.help.empty()) << row.name;
  EXPECT_FALSE(option_rows().empty());
}

TEST(Options, FreedomsOfTheEnvironmentAreOffUnlessAskedFor) {
  Options options;
  EXPECT_EQ(freedoms_of(options), Freedoms{});
  ASSERT_TRUE(apply(options, {"spurious", "2", "--spurious"}));
  ASSERT_TRUE(apply(options, {"weak-cas", "fail", "--weak-cas"}));
  ASSERT_TRUE(apply(options, {"reuse", "", "--reuse"}));
  ASSERT_TRUE(apply(options, {"malloc-failures", "3", "--malloc-failures"}));
  EXPECT_EQ(freedoms_of(options), (Freedoms{2, 1, 1, 3}));
}

TEST(Options, WhereNothingMayBeMissedThatAThreadFailsIsAnEvent) {
  Options options;
  ASSERT_TRUE(apply(options, {"keep-going", "", "--keep-going"}));
  EXPECT_EQ(freedoms_of(options).visible_ends, 1u);
  EXPECT_EQ(freedoms_of(options).visible_output, 0u);
  options = {};
  options.lists_outcomes = true;
  EXPECT_EQ(freedoms_of(options).visible_ends, 1u);
  EXPECT_EQ(freedoms_of(options).visible_output, 1u);
}

}  // namespace
}  // namespace heddle
