// SPDX-License-Identifier: Apache-2.0
#include "report/json_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/written_trace.h"

namespace heddle {
namespace {

using Json = nlohmann::json;

Json written(const WrittenTrace& trace) {
  Report report;
  report.verdict = Verdict::Finding;
  report.findings.push_back({trace.finding, "heddle-out/findings/assertion-1.heddle", "heddle replay x"});
  report.bounds = {{"executions", "10000"}, {"time", "30s"}, {"interrupted", ""}};
  report.notes = {"a note"};
  report.executions = 12;
  report.sampled = 5;
  report.verified = 200;
  report.seconds = 0.5;
  report.strategy = "random";
  report.build_id = "abcd";
  return Json::parse(json_report(report, {explain(trace.finding, trace.facts, {})}));
}

TEST(JsonReport, HasExactlyTheDocumentedFields) {
  Json json = written(lost_update());
  std::vector<std::string> names;
  for (const auto& [name, value] : json.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"bounds", "build_id", "executions", "exhaustive", "findings",
                                             "memory_model", "notes", "sampled", "seconds", "states", "strategy", "verdict",
                                             "verified"}));
  EXPECT_EQ(json["verdict"], "finding");
  EXPECT_EQ(json["exhaustive"], false);
  EXPECT_EQ(json["executions"], 12);
  EXPECT_EQ(json["sampled"], 5);
  EXPECT_EQ(json["verified"], 200);
  EXPECT_EQ(json["states"], 12);
  EXPECT_EQ(json["memory_model"], "sc");
  EXPECT_EQ(json["build_id"], "abcd");
  EXPECT_EQ(json["notes"], Json({"a note"}));
}

TEST(JsonReport, ASearchOfAModelHasItsFigures) {
  Report report;
  report.strategy = "exact";
  report.executions = 40;
  report.model.emplace().states = 1339;
  report.model->steps = 5000;
  report.model->table_states = std::uint64_t{1} << 22;
  const Json json = Json::parse(json_report(report, {}));
  EXPECT_EQ(json["states"], 1339);
  EXPECT_EQ(json["model"], Json({{"steps", 5000},
                                 {"rounds", 0},
                                 {"nodes", 0},
                                 {"unknown", 0},
                                 {"peeked", 0},
                                 {"table_states", 1 << 22},
                                 {"exchangeable", 0},
                                 {"closures", 0},
                                 {"saturated", 0},
                                 {"closed", false},
                                 {"table_bytes", 0},
                                 {"hash_bits", 64},
                                 {"confusion_chance", std::ldexp(1.0, -21)},
                                 {"search_seconds", 0.0},
                                 {"learn_seconds", 0.0},
                                 {"share_done", nullptr}}));
}

TEST(JsonReport, LimitsAreNumbersWhereTheyAreNumbers) {
  Json bounds = written(lost_update())["bounds"];
  EXPECT_EQ(bounds[0], Json({{"name", "executions"}, {"limit", 10000}}));
  EXPECT_EQ(bounds[1], Json({{"name", "time"}, {"limit", "30s"}}));
  EXPECT_EQ(bounds[2], Json({{"name", "interrupted"}, {"limit", nullptr}}));
}

TEST(JsonReport, AFindingCarriesScheduleAndSteps) {
  Json finding = written(lost_update())["findings"][0];
  EXPECT_EQ(finding["kind"], "assertion");
  EXPECT_EQ(finding["location"], Json({{"file", "account.cpp"}, {"line", 24}, {"column", 3}, {"function", "main"}}));
  EXPECT_EQ(finding["replay"], "heddle-out/findings/assertion-1.heddle");
  EXPECT_EQ(finding["schedule"], Json::parse("[[0,2],[1,2]]"));
  EXPECT_EQ(finding["threads"][1]["name"], "T1 deposit");
  EXPECT_EQ(finding["switches"], 4);
  EXPECT_EQ(finding["shortness"], "unknown");
  EXPECT_EQ(finding["trace"].size(), 9u);
  EXPECT_EQ(finding["trace"][6]["text"], "write balance: 0 -> 100");
  EXPECT_EQ(finding["trace"][6]["old"], "0");
  EXPECT_EQ(finding["trace"][6]["new"], "100");
}

TEST(JsonReport, TextOfTheProgramThatIsNoUtf8IsRepaired) {
  WrittenTrace trace = lost_update();
  trace.finding.message = "assertion failed: \xff";
  trace.finding.output = "\xfe\n";
  EXPECT_EQ(written(trace)["findings"][0]["message"], "assertion failed: \xef\xbf\xbd");
  EXPECT_EQ(written(trace)["findings"][0]["output"], "\xef\xbf\xbd\n");
}

}  // namespace
}  // namespace heddle
