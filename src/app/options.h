// SPDX-License-Identifier: Apache-2.0
//
// Options, one table per owner: type, name, default, lowest, highest, help. From a table come the fields, the command
// line, the keys of HEDDLE_OPTIONS and heddle.toml (the name with dashes) and the range check. The rooms below never
// see this file; they get the small structs that wiring.cpp fills.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/freedoms.h"
#include "trace/result.h"

namespace heddle {

using Text = std::string;
using Count = std::uint64_t;
using Flag = bool;

// "30s", "5m", "1.5h", "90" (seconds). Zero: no limit.
struct Duration {
  double seconds = 0;
  std::string text;
};

// "500M", "2G", "1048576" (bytes). Zero: the default of whoever uses it.
struct Size {
  std::uint64_t bytes = 0;
  std::string text;
};

inline constexpr Count kNoHighest = ~Count{0};

#define HEDDLE_SEARCH_OPTIONS(X)                                                                                  \
  X(Text, strategy, "exact", 0, 0, "how to choose schedules: exact, dfs, random, pct, pos")                       \
  X(Text, memory_model, "sc", 0, 0, "memory model: sc (sequential consistency)")                                  \
  X(Text, races, "report", 0, 0, "data races: report or ignore")                                                    \
  X(Count, seed, 1, 0, kNoHighest, "seed of random decisions")                                                    \
  X(Count, depth, 3, 1, 64, "pct: how many ordering constraints the bugs looked for need")                        \
  X(Count, max_executions, 0, 0, kNoHighest, "stop after so many executions; 0: no limit for exact and dfs, else 10000")   \
  X(Count, preemptions, kNoHighest, 0, 1'000, "exact: interrupt threads that could go on at most so often; proves no more, may find more")  \
  X(Count, hash_bits, 64, 64, 128, "exact: 64 or 128 bits stand for a state of the model; 128: for those who want no doubt") \
  X(Flag, plain, false, 0, 1, "exact: only search the states of the model, without the shortcuts past it; to compare") \
  X(Text, closure, "late", 0, 0, "exact: be done thread by thread, if that can be: late (where the search takes long), first, off") \
  X(Duration, time, {}, 0, 1'000'000'000, "stop after so much time: 30s, 5m, 1h")                                 \
  X(Size, max_memory, {}, 0, kNoHighest, "stop when Heddle needs so much memory: 500M, 2G; else half of the machine's")  \
  X(Text, leaks, "note", 0, 0, "memory never freed: note, fail (a finding) or ignore")                            \
  X(Flag, keep_going, false, 0, 1, "collect every finding instead of stopping at the first")                      \
  X(Count, expect_exit, 0, 0, 255, "exit code of the program that counts as success")

#define HEDDLE_EXECUTE_OPTIONS(X)                                                                                 \
  X(Count, max_events, 10'000, 1, 1'000'000, "events of one thread before an execution is cut")                   \
  X(Count, paranoid, 0, 0, kNoHighest, "run one schedule in N again under fork and compare the traces; 0: never") \
  X(Count, spurious, 0, 0, 16, "condition waits may return without a signal, so often in a row in a thread")     \
  X(Text, weak_cas, "succeed", 0, 0, "weak compare-exchange: succeed, or fail (may fail although it would fit)")  \
  X(Flag, reuse, false, 0, 1, "malloc may hand out freed memory again, as a choice: finds ABA defects")           \
  X(Count, malloc_failures, 0, 0, 16, "how many allocations of one execution may fail, as a choice")

#define HEDDLE_REPORT_OPTIONS(X)                                             \
  X(Text, json, "", 0, 0, "write the report as JSON to this file")           \
  X(Text, out, "heddle-out", 0, 0, "folder for everything Heddle writes")    \
  X(Text, keep_env, "", 0, 0, "record these variables' values in replay files, too: NAME,NAME")  \
  X(Flag, quiet, false, 0, 1, "no status line")                             \
  X(Flag, full_trace, false, 0, 1, "show every event and every stack frame") \
  X(Flag, accept_incomplete, false, 0, 1,                                    \
    "exit code 0 instead of 11 when nothing was found but not everything explored")

#define HEDDLE_FIELD(type, name, initial, lowest, highest, help) type name = initial;
struct SearchOptions {
  HEDDLE_SEARCH_OPTIONS(HEDDLE_FIELD)
};
struct ExecuteOptions {
  HEDDLE_EXECUTE_OPTIONS(HEDDLE_FIELD)
};
struct ReportOptions {
  HEDDLE_REPORT_OPTIONS(HEDDLE_FIELD)
};
#undef HEDDLE_FIELD

struct Options {
  SearchOptions search;
  ExecuteOptions execute;
  ReportOptions report;
  std::string depth_origin;     // of the setting that gave `depth`; "" = nobody did
  std::string strategy_origin;  // likewise
  bool lists_outcomes = false;  // the command: what the program prints counts, and how it ends
};

// One row of the tables, for the command line and the help text.
struct OptionRow {
  std::string name;  // with dashes
  bool is_flag = false;
  std::string initial;
  std::string help;
};
std::vector<OptionRow> option_rows();

// One "key = value" from anywhere; `origin` says from where in messages: "--time", "HEDDLE_OPTIONS", "heddle.toml:3".
struct Setting {
  std::string key;
  std::string value;
  std::string origin;
};

Result<void> apply(Options& options, const Setting& setting);
// What the table cannot say: names of strategies and models. After all settings were applied.
Result<void> check_names(const Options& options, const std::vector<std::string>& strategies);

// The freedoms of the environment that the options grant.
Freedoms freedoms_of(const Options& options);
// Of `heddle outcomes`: what its search cannot do.
Result<void> check_outcome_options(const Options& options);

Result<Duration> parse_duration(std::string_view text);
Result<Size> parse_size(std::string_view text);
// "512M", "11.7G": to be read, and parsed back to about the same.
std::string size_text(std::uint64_t bytes);

}  // namespace heddle
