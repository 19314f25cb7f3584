// SPDX-License-Identifier: Apache-2.0
#include "execute/launch.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <filesystem>

#include "execute/child_setup.h"
#include "execute/facts_reader.h"
#include "execute/hexadecimal.h"
#include "execute/process_limits.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostStarts = 5;  // of a program that is killed before it is ready

Error system_error(const std::string& what) { return {ErrorCode::System, what + ": " + std::strerror(errno)}; }

void sleep_microseconds(long microseconds) {
  const timespec time{0, microseconds * 1000};
  ::nanosleep(&time, nullptr);
}

}  // namespace

std::string describe_wait_status(int status) {
  if (WIFSIGNALED(status)) {
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) + ")";
  }
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

void wake_sleepers(volatile std::uint32_t& word) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

ProgramProcess::ProgramProcess(RingMemory ring, FileDescriptor facts_memory)
    : ring_(std::move(ring)), facts_memory_(std::move(facts_memory)) {}

ProgramProcess::~ProgramProcess() { shut_down(0); }

Result<std::unique_ptr<ProgramProcess>> ProgramProcess::start(const LaunchSpec& spec, const RingShape& shape) {
  for (int attempt = 1;; ++attempt) {
    bool was_killed = false;
    Result<std::unique_ptr<ProgramProcess>> process = start_once(spec, shape, was_killed);
    if (process || !was_killed || attempt == kMostStarts) return process;
  }
}

// A program may kill itself before main; then it does so every time.
bool ProgramProcess::was_killed() {
  const std::optional<int> status = pid_ < 0 ? std::nullopt : ended();
  return status && WIFSIGNALED(*status) && (WTERMSIG(*status) == SIGKILL || WTERMSIG(*status) == SIGTERM);
}

Result<std::unique_ptr<ProgramProcess>> ProgramProcess::start_once(const LaunchSpec& spec, const RingShape& shape,
                                                                   bool& was_killed) {
  if (Result<void> enough = check_process_limits(); !enough) return enough.error();
  Result<RingMemory> ring = RingMemory::create(shape);
  if (!ring) return ring.error();
  FileDescriptor facts_memory(::memfd_create("heddle-facts", MFD_CLOEXEC));
  if (!facts_memory.open()) return system_error("cannot create shared memory");

  std::unique_ptr<ProgramProcess> process(new ProgramProcess(std::move(*ring), std::move(facts_memory)));
  process->ring_.write_identities(spec.identities);
  if (Result<void> spawned = process->spawn(spec); !spawned) return spawned.error();
  if (Result<void> ready = process->await_ready(spec); !ready) {
    was_killed = process->was_killed();
    return ready.error();
  }

  if (Result<void> known = process->read_facts_again(); !known) return known.error();
  return process;
}

void ProgramProcess::keep_facts_of(ProgramProcess& other) {
  *other.facts_ = std::move(*facts_);
  facts_ = std::move(other.facts_);
}

Result<void> ProgramProcess::read_facts_again() {
  const wire::RingHeader& header = ring_.header();
  facts_version_ = header.facts_version;
  Result<ProgramFacts> facts = read_facts(facts_memory_.number());
  if (!facts) return facts.error();
  *facts_ = std::move(*facts);
  facts_->build_id = hexadecimal(header.build_id, std::min<std::size_t>(header.build_id_size, sizeof header.build_id));
  return {};
}

Result<void> ProgramProcess::refresh_facts() {
  if (ring_.header().facts_version == facts_version_) return {};
  return read_facts_again();
}

Result<void> ProgramProcess::spawn(const LaunchSpec& spec) {
  int failure_pipe[2];
  int output_pipe[2];
  if (::pipe2(failure_pipe, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
  FileDescriptor failure_read(failure_pipe[0]), failure_write(failure_pipe[1]);
  if (::pipe2(output_pipe, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
  start_output_ = FileDescriptor(output_pipe[0]);
  FileDescriptor output_write(output_pipe[1]);
  // Nobody reads while the program runs: what does not fit is dropped instead of blocking the program.
  ::fcntl(output_pipe[0], F_SETFL, O_NONBLOCK);
  ::fcntl(output_pipe[1], F_SETFL, O_NONBLOCK);

  const bool discards = spec.output == OriginalOutput::Discard;
  Result<FileDescriptor> capture_write = discards ? open_capture() : FileDescriptor();
  if (!capture_write) return capture_write.error();
  const ChildSetup setup(std::filesystem::absolute(spec.program).string(), spec.arguments, spec.environment,
                         spec.working_directory);
  const ChildDescriptors descriptors{ring_.descriptor(), facts_memory_.number(), failure_write.number(),
                                     discards ? output_write.number() : -1, capture_write->number()};
  const pid_t parent = ::getpid();
  // The explorer may be large: copying what describes its memory, and every page that it writes to after that, would cost
  // more than the start of the program. become() writes nothing of ours.
  pid_ = ::vfork();
  if (pid_ < 0) return system_error("cannot start a process");
  if (pid_ == 0) setup.become(descriptors, parent);

  ::setpgid(pid_, pid_);  // the child does the same: whoever comes first, the group exists when we need it
  failure_write.close_now();
  ChildFailure failure{};
  ssize_t got = 0;
  do got = ::read(failure_read.number(), &failure, sizeof failure);
  while (got < 0 && errno == EINTR);
  if (got == 0) return {};
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
  const std::string& subject = failure.stage == ChildStage::Directory ? spec.working_directory : spec.program;
  return Error{ErrorCode::Usage, "cannot start " + subject + ": " + std::strerror(failure.error)};
}

// The writing end. It blocks: a program must not be able to tell from errors that its output goes anywhere.
Result<FileDescriptor> ProgramProcess::open_capture() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  captured_output_ = CapturedOutput(FileDescriptor(ends[0]));
  ring_.header().output_descriptor = kCaptureNumber;
  return FileDescriptor(ends[1]);
}

Result<void> ProgramProcess::await_ready(const LaunchSpec& spec) {
  const wire::RingHeader& header = ring_.header();
  const auto deadline = Clock::now() + std::chrono::milliseconds(spec.start_milliseconds);
  for (;;) {
    const wire::Phase phase = header.phase;
    std::atomic_thread_fence(std::memory_order_acquire);
    if (phase == wire::Phase::Ready) return {};
    if (phase == wire::Phase::Failed) {
      return Error{ErrorCode::Unsupported,
                   spec.program + ": " + std::string(header.failure, ::strnlen(header.failure, sizeof header.failure))};
    }
    const std::optional<int> status = ended();
    // Ready or Failed may have been written between our look and the end.
    if (status && header.phase == phase) return early_end(spec, *status);
    if (spec.stop != nullptr && spec.stop->load(std::memory_order_relaxed)) {
      return Error{ErrorCode::Interrupted, "interrupted before the program had started"};
    }
    if (Clock::now() > deadline) break;
    sleep_microseconds(200);
  }
  if (header.supervisor_pid == 0) {
    return Error{ErrorCode::Usage, spec.program + " did not reach main within " +
                                       std::to_string(spec.start_milliseconds) +
                                       " ms, or was not built with heddle-clang++"};
  }
  return Error{ErrorCode::Unsupported,
               spec.program + " did not reach main within " + std::to_string(spec.start_milliseconds) + " ms"};
}

Error ProgramProcess::early_end(const LaunchSpec& spec, int status) {
  std::string output = start_output();
  while (!output.empty() && output.back() == '\n') output.pop_back();
  if (!output.empty()) output = "\n" + output;
  if (ring_.header().supervisor_pid == 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127) {
    return {ErrorCode::Usage, spec.program + " was not built with heddle-clang++: it ended on its own with " +
                                  describe_wait_status(status) + output};
  }
  return {ErrorCode::Unsupported, spec.program + " ended before main with " + describe_wait_status(status) + output};
}

std::optional<int> ProgramProcess::ended() {
  if (pid_ < 0) return 0;
  // WNOWAIT: the process stays ours to reap, so that its process group's number cannot be given to anyone else.
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
    return std::nullopt;
  }
  return info.si_code == CLD_EXITED ? (info.si_status & 0xff) << 8 : info.si_status & 0x7f;
}

std::string ProgramProcess::start_output() {
  std::string text;
  char buffer[4096];
  while (start_output_.open()) {
    const ssize_t got = ::read(start_output_.number(), buffer, sizeof buffer);
    if (got <= 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

void ProgramProcess::shut_down(std::uint32_t patience_milliseconds) {
  if (pid_ < 0) return;
  wire::RingHeader& header = ring_.header();
  header.quit = 1;
  // `head` is what the worker sleeps on: without a new value there the wake-up could get lost.
  __atomic_fetch_add(&header.head, 1, __ATOMIC_SEQ_CST);
  wake_sleepers(header.head);
  const auto deadline = Clock::now() + std::chrono::milliseconds(patience_milliseconds);
  while (!ended() && Clock::now() < deadline) sleep_microseconds(500);
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace heddle
