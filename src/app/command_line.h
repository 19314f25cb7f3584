// SPDX-License-Identifier: Apache-2.0
//
// The command line of heddle: sub-commands and help, made from the option tables. Parsing only; nothing is done here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/options.h"
#include "trace/result.h"

namespace heddle {

enum class Action {
  ShowText,
  Check,
  Run,
  CheckOutcomes,  // `outcomes` of source files
  RunOutcomes,    // of a program that is built
  Replay,
  ReplayGdb,
  LaunchDebugged,
  Explain,
  BenchSubstrate,
  BenchModel,
  BenchFingerprints,
  Fuzz
};

// What `heddle replay --gdb` hands to gdb.
struct GdbArguments {
  std::vector<std::string> commands;  // --gdb-command: without a prompt
  std::vector<std::string> words;     // behind "--"
};

// Arguments of `heddle __launch`, which gdb's script starts instead of the program: see replay_gdb.h.
struct DebuggedStop {
  std::uint32_t hang_after = 0;
  std::uint32_t step = 0;
  std::string program;  // the one that was replayed: built anew, it stands elsewhere than the file says
};

// Arguments of `heddle fuzz` that no other command has.
struct FuzzArguments {
  std::optional<std::uint64_t> programs;
  std::uint64_t first = 0;        // number of the first one
  std::vector<std::string> only;  // instead: numbers, with `library` names of functions
  bool library = false;           // programs made from the table of library functions
  bool lists_functions = false;   // of that table, instead
  std::string pairs = "all";      // of functions: all or sample
  unsigned jobs = 0;  // 0: one per processor
  unsigned generator = 2;
  bool stops_at_first = false;
  bool only_searches = false;
  std::string defect;  // hidden: see learn/defect.h
};

// Of `heddle bench model`, beyond the common options.
struct BenchArguments {
  std::string figure;
  std::vector<std::string> filters;
  bool quick = false;
  bool compares_plain = false;
  bool looks_at_estimates = false;
  std::uint64_t repeats = 5;
  std::uint64_t pairs = 100'000'000;  // of `bench fingerprints`
};

struct CommandLine {
  Action action = Action::ShowText;
  std::string text;                  // ShowText: help or version
  std::vector<Setting> settings;     // of the command line only
  CheckArguments check;              // Check, CheckOutcomes
  std::vector<std::string> program;  // Run, RunOutcomes: path and arguments
  std::string replay_file;           // Replay, ReplayGdb, LaunchDebugged, Explain
  std::uint64_t replay_times = 1;    // Replay
  bool explain_fully = false;        // Explain
  GdbArguments gdb;                  // ReplayGdb
  DebuggedStop debugged;             // LaunchDebugged
  BenchArguments bench;         // BenchModel
  FuzzArguments fuzz;                // Fuzz
};

Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

// What `heddle --help` prints; docs/help.txt is a copy for the launcher.
std::string help_text();
std::string version_text();
std::string heddle_version();  // "0.1.0"

}  // namespace heddle
