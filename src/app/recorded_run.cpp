// SPDX-License-Identifier: Apache-2.0
#include "app/recorded_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "analysis/data_races.h"
#include "analysis/judge.h"
#include "analysis/outcome.h"
#include "app/build_program.h"
#include "app/build_store.h"
#include "app/build_plan.h"
#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/program_environment.h"
#include "app/rebuild_flags.h"
#include "app/replay_place.h"
#include "execute/child_setup.h"
#include "execute/process_runner.h"
#include "execute/program_file.h"
#include "report/replay/atomic_file.h"
#include "wire/ring.h"

namespace heddle {

namespace fs = std::filesystem;

Result<ReplayFile> load_replay_file(const std::string& path) {
  Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<ReplayFile> file = parse_replay_file(*text, path);
  if (!file) return file;
  if (file->wire_version != wire::kWireVersion) {
    return Error{ErrorCode::Usage,
                 fmt::format("{}: saved by Heddle {} (wire version {}); this is Heddle {} (wire version {}): check the "
                             "program again",
                             path, file->heddle_version, file->wire_version, heddle_version(), wire::kWireVersion)};
  }
  find_project(*file, path);
  return file;
}

Result<void> check_is_ours(const ReplayFile& file) {
  const Result<ProgramFile> program = read_program_file(file.binary);
  if (!program) return program.error();
  if (program->wire_version == wire::kWireVersion) return {};
  return Error{ErrorCode::Usage, fmt::format("{} was not built with this heddle-clang++: it is not started", file.binary)};
}

LaunchSpec launch_of(const ReplayFile& file) {
  LaunchSpec launch;
  launch.program = file.binary;
  launch.arguments = file.arguments;
  launch.environment = restore_environment(file.environment, current_environment());
  launch.working_directory = file.directory;
  launch.output = OriginalOutput::PassThrough;
  launch.identities = file.identities;
  return launch;
}

namespace {
bool is_leak(const ReplayFile& file) { return file.kind == name_of(FindingKind::Leak); }
}  // namespace

RingShape ring_of(const ReplayFile& file) {
  RingShape ring;
  ring.max_events_per_thread = static_cast<std::uint32_t>(file.max_events);
  ring.freedoms = file.freedoms;
  if (is_leak(file)) ring.leak_search = wire::LeakSearch::Always;
  return ring;
}

namespace {

Result<std::unique_ptr<ProcessRunner>> start(const ReplayFile& file) {
  keep_in_use(file.binary);
  ProcessOptions process;
  process.ring = ring_of(file);
  process.stop = &stop_on_interrupt();
  return ProcessRunner::start(launch_of(file), process);
}

// Without starting it.
Result<void> check_is_recorded(const ReplayFile& file) {
  const Result<ProgramFile> program = read_program_file(file.binary);
  if (program && program->build_id == file.build_id && !file.build_id.empty()) return check_is_ours(file);
  return Error{ErrorCode::Usage, fmt::format("{} is gone or was built anew since the finding was saved (recorded build id {}); build "
                                             "it as it was, or check it again",
                                             file.binary, file.build_id)};
}

// From the sources that the file names, if they are still the same. `path` is the replay file's.
Result<std::string> rebuild(const ReplayFile& file, const std::string& path) {
  std::string changed = first_changed_source(file.build);
  if (!changed.empty()) {
    return Error{ErrorCode::Usage,
                 fmt::format("{} has changed since the finding was saved: check the program again", changed)};
  }
  if (const std::string flag = first_refused_flag(file.build.arguments); !flag.empty()) {
    return Error{ErrorCode::Usage,
                 fmt::format("{} is gone, and no replay file may give `{}` to the compiler: check the program again",
                             file.binary, flag)};
  }
  fmt::print(stderr, "heddle: rebuilding {}\n", file.binary);
  const std::string output =
      (fs::path(out_folder_of(path)) / "build" / program_name(file.build.arguments)).string();
  Result<BuiltProgram> built = build_program({file.build.arguments, file.build.directory, output, own_folder()});
  if (!built) return built.error();
  return built->binary;
}

// A program that does what the file says, and the runner of it.
struct Replayer {
  ReplayFile file;
  std::unique_ptr<ProcessRunner> runner;
  bool is_to_the_byte = true;  // the same program under the same path
};

Result<Replayer> start_program(ReplayFile recorded, const std::string& path) {
  Replayer replayer{std::move(recorded), nullptr, true};
  ReplayFile& file = replayer.file;
  if (Result<void> there = check_is_recorded(file); !there) {
    if (file.build.sources.empty()) return there.error();
    Result<std::string> built = rebuild(file, path);
    if (!built) return built.error();
    file.binary = *built;
    replayer.is_to_the_byte = false;
    if (Result<void> ours = check_is_ours(file); !ours) return ours.error();
  }
  Result<std::unique_ptr<ProcessRunner>> runner = start(file);
  if (!runner) return runner.error();
  replayer.runner = std::move(*runner);
  return replayer;
}

Result<Run> run_once(const Replayer& replayer, Output output, Detail detail) {
  const ReplayFile& file = replayer.file;
  Result<Schedule> schedule = parse_schedule(file.schedule);
  if (!schedule) return schedule.error();
  ProcessRunner& runner = *replayer.runner;
  if (!file.visible_sites.empty()) runner.make_visible(file.visible_sites);
  if (!file.contested_sizes.empty()) runner.keep_apart(file.contested_sizes);
  // The version counts the steps in which the set grew; only the set itself matters, and it is the same.
  schedule->visibility_version = runner.visibility_version();
  schedule->wants_payload = file.freedoms.visible_output != 0;
  RunOptions options;
  options.detail = detail;
  options.output = output;
  runner.submit(std::move(*schedule), options);
  return runner.collect();
}

const char* why_addresses_differ(const Replayer& replayer) {
  if (!replayer.is_to_the_byte) return "the program was built anew, and may not be the same to the byte";
  if (addresses_can_be_fixed()) return "when this was recorded, addresses were others";
  return "this system randomises addresses and does not let Heddle switch that off (personality is refused)";
}

// The same steps. Where addresses are not those that were recorded the traces cannot be equal to the byte.
bool is_same_run(const Replayer& replayer, const Finding& finding) {
  const ReplayFile& file = replayer.file;
  if (finding.trace.hash == file.trace_hash) return true;
  const bool are_addresses_equal = file.addresses_fixed && addresses_can_be_fixed() && replayer.is_to_the_byte;
  if (are_addresses_equal) return false;
  Result<Schedule> recorded = parse_schedule(file.schedule);
  bool is_same = recorded && recorded->turns == finding.schedule.turns && recorded->choices == finding.schedule.choices;
  if (!is_same) return false;
  fmt::print(stderr, "heddle: note: {}: the steps are the recorded ones, addresses may differ\n", why_addresses_differ(replayer));
  return true;
}

std::optional<Finding> judge_again(const Replayer& replayer, const Run& run) {
  const ReplayFile& file = replayer.file;
  const ProgramFacts& facts = replayer.runner->facts();
  if (file.kind == name_of(FindingKind::DataRace)) return find_data_race(file.key, run, facts);
  if (file.freedoms.visible_output != 0) return outcome_of(run, facts);
  return judge(run, facts, {file.expected_exit, is_leak(file) ? LeaksAre::Findings : LeaksAre::Notes});
}

bool is_recorded(const Replayer& replayer, const std::optional<Finding>& finding) {
  return finding && finding->key == replayer.file.key && is_same_run(replayer, *finding);
}

// Runs it `times` times and counts how often the finding came.
Result<std::uint64_t> repeat(const Replayer& replayer, std::uint64_t times) {
  std::uint64_t came = 0;
  for (std::uint64_t done = 0; done < times; ++done) {
    Result<Run> run = run_once(replayer, Output::Discard, Detail::No);
    if (!run) return run.error();
    if (is_recorded(replayer, judge_again(replayer, *run))) ++came;
  }
  return came;
}

Error not_reproduced(const ReplayFile& file, const Run& run, const std::optional<Finding>& finding) {
  std::string seen = finding ? fmt::format("{}: {}", name_of(finding->kind), finding->message)
                             : fmt::format("outcome `{}`", name_of(run.trace.outcome));
  const std::vector<std::string> lost = lost_variables(file.environment, current_environment());
  const std::string variables =
      lost.empty() ? ""
                   : fmt::format(" Or on these variables, whose values the file does not hold and which are not set as they were: "
                                 "{} (--keep-env records them).",
                                 fmt::join(lost, ", "));
  return Error{ErrorCode::Unsupported,
               fmt::format("the finding did not come again: recorded {} ({}), now {}. The program depends on something "
                           "outside of Heddle's control (files, time, the machine).{}",
                           file.kind, file.message, seen, variables)};
}

}  // namespace

Result<RecordedRun> run_recorded(const std::string& path, Output output, std::uint64_t times) {
  Result<ReplayFile> file = load_replay_file(path);
  if (!file) return file.error();
  Result<Replayer> started = start_program(std::move(*file), path);
  if (!started) return started.error();
  Replayer& replayer = *started;
  if (std::string changed = first_changed_source(replayer.file.build); !changed.empty()) {
    fmt::print(stderr,
               "heddle: note: {} has changed since the finding was saved; the recorded build is replayed, but lines "
               "of source are shown as they are now\n",
               changed);
  }
  Result<Run> run = run_once(replayer, output, Detail::Yes);
  if (!run) return run.error();
  std::optional<Finding> finding = judge_again(replayer, *run);
  if (!is_recorded(replayer, finding) && output != Output::Discard) {
    // The program may tell where its output goes. When it was searched, that was nowhere.
    run = run_once(replayer, Output::Discard, Detail::Yes);
    if (!run) return run.error();
    finding = judge_again(replayer, *run);
    if (is_recorded(replayer, finding)) {
      fmt::print(stderr, "heddle: note: the program does something else where its output is shown: what it printed above is of "
                         "another execution than what follows\n");
    }
  }
  if (!is_recorded(replayer, finding)) return not_reproduced(replayer.file, *run, finding);
  Result<std::uint64_t> came = repeat(replayer, times - 1);
  if (!came) return came.error();
  const ProgramFacts facts = replayer.runner->facts();
  return RecordedRun{std::move(replayer.file), facts, std::move(*finding), 1 + *came};
}

}  // namespace heddle
