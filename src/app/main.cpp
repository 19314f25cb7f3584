// SPDX-License-Identifier: Apache-2.0
//
// heddle: reads options, starts the sub-command, turns its result into an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "app/build_plan.h"
#include "app/build_program.h"
#include "app/command_line.h"
#include "app/explore.h"
#include "app/interrupt.h"
#include "app/fuzz.h"
#include "app/present.h"
#include "app/program_environment.h"
#include "app/replay.h"
#include "app/replay_gdb.h"
#include "app/settings.h"
#include "bench/mixer_pairs.h"
#include "bench/model.h"
#include "bench/substrate.h"
#include "report/replay/atomic_file.h"
#include "search/strategy/registry.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StrategyInfo& strategy : known_strategies()) names.emplace_back(strategy.name);
  return names;
}

Result<Options> options_for(const CommandLine& line, const std::string& directory) {
  std::vector<Setting> from_file;
  std::optional<std::string> file = find_settings_file(directory);
  if (file) {
    Result<std::string> content = read_file(*file);
    if (!content) return content.error();
    Result<std::vector<Setting>> settings = settings_from_file(*content, *file);
    if (!settings) return settings.error();
    from_file = std::move(*settings);
  }
  const char* environment = std::getenv("HEDDLE_OPTIONS");
  Result<Options> options =
      collect_options(from_file, settings_from_environment(environment == nullptr ? "" : environment), line.settings);
  if (!options) return options;
  Result<void> checked = check_names(*options, strategy_names());
  if (!checked) return checked.error();
  return options;
}

Subject subject_for(const std::string& program, std::vector<std::string> arguments, const std::string& directory) {
  Subject subject;
  subject.launch.program = program;
  subject.launch.arguments = std::move(arguments);
  subject.launch.environment = current_environment();
  subject.launch.working_directory = directory;
  return subject;
}

Result<ExitCode> check(const CommandLine& line, const Options& options, const Invocation& invocation) {
  stop_on_interrupt();
  remove_old_report(options);
  fs::path out = fs::path(invocation.directory) / options.report.out;
  std::string output = (out / "build" / program_name(line.check.files)).lexically_normal().string();
  Result<BuiltProgram> built = build_program({line.check.compiler, invocation.directory, output, own_folder()});
  if (!built && built.error().code == ErrorCode::Interrupted) return report_interruption(options);
  if (!built) return built.error();
  std::vector<std::string> arguments = {built->latest};
  arguments.insert(arguments.end(), line.check.program.begin(), line.check.program.end());
  Subject subject = subject_for(built->binary, std::move(arguments), invocation.directory);
  subject.name = subject_name(line.check.files, invocation.directory);
  subject.build = std::move(built->record);
  return explore(subject, options, invocation);
}

Result<ExitCode> run(const CommandLine& line, const Options& options, const Invocation& invocation) {
  Result<std::string> program = find_program(line.program.front(), invocation.directory);
  if (!program) return program.error();
  Subject subject = subject_for(*program, line.program, invocation.directory);
  subject.name = subject_name({line.program.front()}, invocation.directory);
  return explore(subject, options, invocation);
}

Result<ExitCode> bench_substrate(const Options& options, const Invocation& invocation) {
  bench::SubstrateOptions substrate;
  substrate.compiler = own_folder() + "/heddle-clang";
  substrate.directory = (fs::path(invocation.directory) / options.report.out).string();
  substrate.json = options.report.json;
  if (options.search.max_executions > 0) substrate.memory_executions = options.search.max_executions;
  int result = bench::run_substrate_bench(substrate, std::cout);
  return result == 0 ? ExitCode::Clean : ExitCode::Internal;
}

Result<ExitCode> bench_model(const CommandLine& line, const Options& options, const Invocation& invocation) {
  bench::ModelOptions model;
  model.heddle = own_folder() + "/heddle";
  model.compiler = own_folder() + "/heddle-clang";
  model.directory = (fs::path(invocation.directory) / options.report.out).string();
  model.json = options.report.json;
  model.filters = line.bench.filters;
  model.quick = line.bench.quick;
  model.compares_plain = line.bench.compares_plain;
  model.looks_at_estimates = line.bench.looks_at_estimates;
  model.figure = line.bench.figure;
  model.repeats = static_cast<int>(line.bench.repeats);
  if (options.search.time.seconds > 0) model.time = options.search.time.text;
  switch (bench::run_model_bench(model, std::cout)) {
    case 0:
      return ExitCode::Clean;
    case 2:
      return ExitCode::Usage;
    default:
      return ExitCode::Internal;
  }
}

Result<ExitCode> act(const CommandLine& line, const Invocation& invocation) {
  if (line.action == Action::ShowText) {
    std::fputs(line.text.c_str(), stdout);
    return ExitCode::Clean;
  }
  if (line.action == Action::LaunchDebugged) return launch_debugged(line.replay_file, line.debugged);
  Result<Options> options = options_for(line, invocation.directory);
  if (!options) return options.error();
  options->lists_outcomes = line.action == Action::CheckOutcomes || line.action == Action::RunOutcomes;
  if (options->lists_outcomes) {
    if (Result<void> checked = check_outcome_options(*options); !checked) return checked.error();
  }
  switch (line.action) {
    case Action::Check:
    case Action::CheckOutcomes:
      return check(line, *options, invocation);
    case Action::Run:
    case Action::RunOutcomes:
      return run(line, *options, invocation);
    case Action::Replay:
      return replay(line.replay_file, line.replay_times, *options, invocation);
    case Action::ReplayGdb:
      return replay_in_gdb(line.replay_file, line.gdb);
    case Action::Explain:
      return explain_file(line.replay_file, line.explain_fully);
    case Action::BenchSubstrate:
      return bench_substrate(*options, invocation);
    case Action::BenchModel:
      return bench_model(line, *options, invocation);
    case Action::BenchFingerprints:
      return bench::run_fingerprint_bench(line.bench.pairs, std::cout) == 0 ? ExitCode::Clean : ExitCode::Internal;
    case Action::Fuzz:
      return run_fuzz_command(line.fuzz, *options, invocation);
    case Action::ShowText:
    case Action::LaunchDebugged:
      break;
  }
  HEDDLE_CHECK(false, "action out of range");
}

// Whoever only looks at the exit code must not take a report that nobody got for a clean one.
ExitCode with_output_written(ExitCode code) {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return code;
  print_error({ErrorCode::System, "cannot write to standard output: the report is cut or missing"});
  return code == ExitCode::Clean ? ExitCode::Internal : code;
}

int main_with(int count, char** values) {
  const char* launcher = std::getenv("HEDDLE_LAUNCHER");
  Invocation invocation{launcher != nullptr && *launcher != '\0' ? launcher : values[0], fs::current_path().string()};
  Result<CommandLine> line = parse_command_line({values + 1, values + count});
  Result<ExitCode> code = line ? act(*line, invocation) : Result<ExitCode>(line.error());
  if (code) return static_cast<int>(with_output_written(*code));
  print_error(code.error());
  return static_cast<int>(exit_code_of(code.error()));
}

}  // namespace
}  // namespace heddle

int main(int count, char** values) { return heddle::main_with(count, values); }
