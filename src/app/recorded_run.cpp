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
#include "app/command_line.h"
#include "app/interrupt.h"
#include "execute/child_setup.h"
#include "execute/process_runner.h"
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
  return file;
}

LaunchSpec launch_of(const ReplayFile& file) {
  LaunchSpec launch;
  launch.program = file.binary;
  launch.arguments = file.arguments;
  launch.environment = file.environment;
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

// Where the replay file says that its program is. Builds move if a variable that compilers read is another one now.
Result<void> put_back(const std::string& built, const std::string& recorded) {
  if (built == recorded) return {};
  const Result<std::string> program = read_file(built);
  if (!program) return program.error();
  if (Result<void> written = write_atomically(recorded, *program); !written) return written;
  std::error_code error;
  fs::permissions(recorded, fs::status(built, error).permissions(), error);
  return {};
}

Result<void> rebuild(const ReplayFile& file) {
  if (file.build.arguments.empty()) {
    return Error{ErrorCode::Usage, fmt::format("{} is gone or was built anew since the finding was saved (recorded "
                                               "build id {}); build it as it was, or check it again",
                                               file.binary, file.build_id)};
  }
  std::string changed = first_changed_source(file.build);
  if (!changed.empty()) {
    return Error{ErrorCode::Usage,
                 fmt::format("{} has changed since the finding was saved: check the program again", changed)};
  }
  fmt::print(stderr, "heddle: rebuilding {}\n", file.binary);
  BuildRequest request{file.build.arguments, file.build.directory, file.build.output, own_folder()};
  Result<BuiltProgram> built = build_program(request);
  if (!built) return built.error();
  return put_back(built->binary, file.binary);
}

// A runner of exactly the build that was recorded.
Result<std::unique_ptr<ProcessRunner>> start_recorded_build(const ReplayFile& file) {
  std::error_code error;
  if (fs::exists(file.binary, error)) {
    Result<std::unique_ptr<ProcessRunner>> runner = start(file);
    bool is_other = !runner || (*runner)->facts().build_id != file.build_id;
    if (!is_other) return runner;
  }
  Result<void> rebuilt = rebuild(file);
  if (!rebuilt) return rebuilt.error();
  Result<std::unique_ptr<ProcessRunner>> runner = start(file);
  if (!runner || (*runner)->facts().build_id == file.build_id) return runner;
  return Error{ErrorCode::Usage,
               fmt::format("the program built anew differs from the recorded one (build id {}, recorded {}): the "
                           "compiler or a library has changed; check the program again",
                           (*runner)->facts().build_id, file.build_id)};
}

Result<Run> run_once(ProcessRunner& runner, const ReplayFile& file, Output output, Detail detail) {
  Result<Schedule> schedule = parse_schedule(file.schedule);
  if (!schedule) return schedule.error();
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

// The same steps. Where the system randomises addresses the traces cannot be equal to the byte.
bool is_same_run(const ReplayFile& file, const Finding& finding) {
  if (file.addresses_fixed && addresses_can_be_fixed()) return finding.trace.hash == file.trace_hash;
  Result<Schedule> recorded = parse_schedule(file.schedule);
  bool is_same = recorded && recorded->turns == finding.schedule.turns && recorded->choices == finding.schedule.choices;
  if (is_same) {
    fmt::print(stderr, "heddle: note: this system randomises addresses and does not let Heddle switch that off "
                       "(personality is refused): the steps are the recorded ones, addresses may differ\n");
  }
  return is_same;
}

std::optional<Finding> judge_again(const Run& run, const ProgramFacts& facts, const ReplayFile& file) {
  if (file.kind == name_of(FindingKind::DataRace)) return find_data_race(file.key, run, facts);
  if (file.freedoms.visible_output != 0) return outcome_of(run, facts);
  return judge(run, facts, {file.expected_exit, is_leak(file) ? LeaksAre::Findings : LeaksAre::Notes});
}

bool is_recorded(const std::optional<Finding>& finding, const ReplayFile& file) {
  return finding && finding->key == file.key && is_same_run(file, *finding);
}

// Runs it `times` times and counts how often the finding came.
Result<std::uint64_t> repeat(ProcessRunner& runner, const ReplayFile& file, std::uint64_t times) {
  std::uint64_t came = 0;
  for (std::uint64_t done = 0; done < times; ++done) {
    Result<Run> run = run_once(runner, file, Output::Discard, Detail::No);
    if (!run) return run.error();
    if (is_recorded(judge_again(*run, runner.facts(), file), file)) ++came;
  }
  return came;
}

Error not_reproduced(const ReplayFile& file, const Run& run, const std::optional<Finding>& finding) {
  std::string seen = finding ? fmt::format("{}: {}", name_of(finding->kind), finding->message)
                             : fmt::format("outcome `{}`", name_of(run.trace.outcome));
  return Error{ErrorCode::Unsupported,
               fmt::format("the finding did not come again: recorded {} ({}), now {}. The program depends on something "
                           "outside of Heddle's control (files, time, the machine).",
                           file.kind, file.message, seen)};
}

}  // namespace

Result<RecordedRun> run_recorded(const std::string& path, Output output, std::uint64_t times) {
  Result<ReplayFile> file = load_replay_file(path);
  if (!file) return file.error();
  Result<std::unique_ptr<ProcessRunner>> runner = start_recorded_build(*file);
  if (!runner) return runner.error();
  if (std::string changed = first_changed_source(file->build); !changed.empty()) {
    fmt::print(stderr,
               "heddle: note: {} has changed since the finding was saved; the recorded build is replayed, but lines "
               "of source are shown as they are now\n",
               changed);
  }
  Result<Run> run = run_once(**runner, *file, output, Detail::Yes);
  if (!run) return run.error();
  std::optional<Finding> finding = judge_again(*run, (*runner)->facts(), *file);
  if (!is_recorded(finding, *file) && output != Output::Discard) {
    // The program may tell where its output goes. When it was searched, that was nowhere.
    run = run_once(**runner, *file, Output::Discard, Detail::Yes);
    if (!run) return run.error();
    finding = judge_again(*run, (*runner)->facts(), *file);
    if (is_recorded(finding, *file)) {
      fmt::print(stderr, "heddle: note: the program does something else where its output is shown: what it printed above is of "
                         "another execution than what follows\n");
    }
  }
  if (!is_recorded(finding, *file)) return not_reproduced(*file, *run, finding);
  Result<std::uint64_t> came = repeat(**runner, *file, times - 1);
  if (!came) return came.error();
  return RecordedRun{std::move(*file), (*runner)->facts(), std::move(*finding), 1 + *came};
}

}  // namespace heddle
