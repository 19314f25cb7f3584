// SPDX-License-Identifier: Apache-2.0
//
// ProgramProcess: the checked program as a child process, from exec to the last wait. start() returns once the
// runtime inside it says Ready; the process that was exec'ed is then the supervisor. The destructor always ends the
// whole process group and reaps it. What happens over the ring in between is process_runner's business.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "execute/captured_output.h"
#include "execute/ring_memory.h"
#include "trace/program_facts.h"
#include "trace/result.h"
#include "trace/schedule.h"

namespace heddle {

enum class OriginalOutput : bool { Discard, PassThrough };

struct LaunchSpec {
  std::string program;                   // path of the instrumented program
  std::vector<std::string> arguments;    // argv, with argv[0]; the path when empty
  std::vector<std::string> environment;  // complete: NAME=value; nothing else is inherited
  std::string working_directory;         // "" = the explorer's
  // PassThrough: the program's stdout and stderr are ours, and runs submitted with Output::Show reach them.
  OriginalOutput output = OriginalOutput::Discard;
  ThreadIdentities identities;            // numbers that are taken already (replay)
  std::uint32_t start_milliseconds = 10'000;
  const std::atomic<bool>* stop = nullptr;  // makes the wait for its start return an Error
};

// How a process ended, in words: "signal 11 (Segmentation fault)", "exit code 3".
std::string describe_wait_status(int status);

class ProgramProcess {
 public:
  // A program that somebody kills before it is ready is started again, some times.
  static Result<std::unique_ptr<ProgramProcess>> start(const LaunchSpec& spec, const RingShape& shape);
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  ~ProgramProcess();

  const RingMemory& ring() const { return ring_; }
  const ProgramFacts& facts() const { return *facts_; }
  // Whoever was told those of `other`, the same program before, goes on with them: they are this one's from now on.
  void keep_facts_of(ProgramProcess& other);
  // Reads them again if a library was loaded since.
  Result<void> refresh_facts();
  // It has loaded libraries while it ran: the same program started again has not.
  bool has_changed_since_start() const { return facts_version_ != 0; }
  pid_t supervisor() const { return pid_; }
  // How the supervisor ended, if it did. Does not wait.
  std::optional<int> ended();
  // What the program wrote to stderr while it started; only with OriginalOutput::Discard.
  std::string start_output();
  // What it prints in runs with Output::Capture; nothing with OriginalOutput::PassThrough.
  CapturedOutput& captured_output() { return captured_output_; }
  // Asks the program to leave, waits at most so long, then ends the whole process group. Never hangs.
  void shut_down(std::uint32_t patience_milliseconds);

 private:
  ProgramProcess(RingMemory ring, FileDescriptor facts_memory);
  static Result<std::unique_ptr<ProgramProcess>> start_once(const LaunchSpec& spec, const RingShape& shape,
                                                            bool& was_killed);
  bool was_killed();
  Result<void> spawn(const LaunchSpec& spec);
  Result<FileDescriptor> open_capture();
  Result<void> await_ready(const LaunchSpec& spec);
  Result<void> read_facts_again();
  Error early_end(const LaunchSpec& spec, int status);

  RingMemory ring_;
  FileDescriptor facts_memory_;
  FileDescriptor start_output_;  // reading end of a pipe that is the program's stderr
  CapturedOutput captured_output_;
  std::unique_ptr<ProgramFacts> facts_ = std::make_unique<ProgramFacts>();
  std::uint32_t facts_version_ = 0;
  pid_t pid_ = -1;
};

// Wakes everyone who sleeps on a word of the ring.
void wake_sleepers(volatile std::uint32_t& word);

}  // namespace heddle
