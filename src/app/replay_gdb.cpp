// SPDX-License-Identifier: Apache-2.0
#include "app/replay_gdb.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/build_program.h"
#include "app/recorded_run.h"
#include "app/subject.h"
#include "execute/debugger_launch.h"
#include "report/debugger_session.h"
#include "report/replay/atomic_file.h"
#include "report/symbol/pipe_through.h"

extern char** environ;

namespace heddle {

namespace fs = std::filesystem;

namespace {

constexpr char kInstall[] = "apt install gdb";

// A folder that goes away with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "heddle-gdb-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }  // empty when it could not be made

 private:
  std::string path_;
};

Result<std::string> find_gdb() {
  Result<std::string> gdb = find_program("gdb", fs::current_path().string());
  if (!gdb) return Error{ErrorCode::System, fmt::format("--gdb needs gdb, which is not installed: {}", kInstall)};
  Result<std::string> configuration = pipe_through({*gdb, "--configuration"}, "");
  if (!configuration) return configuration.error();
  if (configuration->find("--with-python") == std::string::npos) {
    return Error{ErrorCode::System, fmt::format("{} knows no Python scripts (package gdb-minimal?): {}", *gdb, kInstall)};
  }
  return gdb;
}

// Containers may forbid it; gdb's own words for that are of no help.
Result<void> check_tracing() {
  pid_t child = ::fork();
  if (child < 0) return Error{ErrorCode::System, std::string("cannot start a process: ") + std::strerror(errno)};
  if (child == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : errno & 0x7f);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  std::string why = WIFEXITED(status) ? std::strerror(WEXITSTATUS(status)) : describe_wait_status(status);
  return Error{ErrorCode::System,
               fmt::format("gdb cannot work here: ptrace is not allowed ({}). In a container: start it with "
                           "--cap-add=SYS_PTRACE --security-opt seccomp=unconfined",
                           why)};
}

Result<std::string> find_script() {
  fs::path script = fs::path(own_folder()).parent_path() / "lib" / "heddle" / "gdb" / "start.py";
  std::error_code error;
  if (fs::exists(script, error)) return script.string();
  return Error{ErrorCode::System, fmt::format("{} is missing: Heddle's installation is incomplete", script.string())};
}

std::string wrapper_for(const std::string& path, const Trace& trace) {
  std::size_t hang_after = trace.outcome == Outcome::Hung ? trace.events.size() : 0;
  return fmt::format("{} __launch {} {}", quoted(own_folder() + "/heddle"), quoted(fs::absolute(path).string()),
                     hang_after);
}

std::vector<std::string> gdb_command(const std::string& gdb, const std::string& script, const std::string& session,
                                     const std::string& program, const GdbArguments& arguments) {
  std::vector<std::string> command = {gdb, "-q"};
  if (!arguments.commands.empty()) command.insert(command.end(), {"-nx", "-batch", "-iex", "set debuginfod enabled off"});
  command.insert(command.end(), {"-x", script, "-ex", "heddle start " + session});
  for (const std::string& each : arguments.commands) command.insert(command.end(), {"-ex", each});
  command.insert(command.end(), arguments.words.begin(), arguments.words.end());
  command.push_back(program);
  return command;
}

// gdb starts programs by means of the user's shell; ours does the least.
std::vector<std::string> gdb_environment() {
  std::vector<std::string> environment = {"SHELL=/bin/sh"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("SHELL=")) environment.emplace_back(*variable);
  }
  return environment;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// Ctrl-C and Ctrl-\ on the terminal are for gdb.
Result<int> run_gdb(std::vector<std::string> command) {
  std::vector<std::string> environment = gdb_environment();
  sigset_t for_gdb;
  ::sigemptyset(&for_gdb);
  for (int each : {SIGINT, SIGQUIT}) {
    ::sigaddset(&for_gdb, each);
    ::signal(each, SIG_IGN);
  }
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigdefault(&attributes, &for_gdb);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  int failure = ::posix_spawn(&child, command[0].c_str(), nullptr, &attributes, pointers(command).data(),
                              pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  if (failure != 0) return Error{ErrorCode::System, fmt::format("cannot start {}: {}", command[0], std::strerror(failure))};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// The script writes "same", or a sentence that says what was different.
Result<ExitCode> outcome_of(const std::string& result_file, int status) {
  Result<std::string> result = read_file(result_file);
  if (!result) {
    return Error{ErrorCode::System, fmt::format("gdb did not bring the program to its failing step (it ended with {})",
                                                describe_wait_status(status))};
  }
  if (*result == "same") return ExitCode::Finding;
  return Error{ErrorCode::Unsupported, *result};
}

}  // namespace

Result<ExitCode> replay_in_gdb(const std::string& path, const GdbArguments& arguments) {
  Result<ReplayFile> file = load_replay_file(path);
  if (!file) return file.error();
  Result<std::string> gdb = find_gdb();
  if (!gdb) return gdb.error();
  Result<void> traceable = check_tracing();
  if (!traceable) return traceable.error();
  Result<std::string> script = find_script();
  if (!script) return script.error();
  Result<RecordedRun> run = run_recorded(path, Output::Discard);
  if (!run) return run.error();
  TemporaryFolder folder;
  if (folder.path().empty()) return Error{ErrorCode::System, "cannot make a temporary folder"};
  DebuggerPaths paths{wrapper_for(path, run->finding.trace), folder.path() + "/result"};
  std::string session = folder.path() + "/session.json";
  Explained explained = explain(run->finding, run->facts);
  Result<void> written = write_atomically(session, debugger_session(run->finding, explained, paths));
  if (!written) return written.error();
  Result<int> status = run_gdb(gdb_command(*gdb, *script, session, run->file.binary, arguments));
  if (!status) return status.error();
  return outcome_of(paths.result, *status);
}

Error launch_debugged(const std::string& path, const DebuggedStop& stop) {
  Result<ReplayFile> file = load_replay_file(path);
  if (!file) return file.error();
  file->binary = stop.program;
  if (Result<void> ours = check_is_ours(*file); !ours) return ours.error();
  Result<Schedule> schedule = parse_schedule(file->schedule);
  if (!schedule) return schedule.error();
  return become_debugged({launch_of(*file), ring_of(*file), std::move(*schedule), file->visible_sites,
                          file->contested_sizes, stop.step, stop.hang_after});
}

}  // namespace heddle
