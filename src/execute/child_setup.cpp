// SPDX-License-Identifier: Apache-2.0
#include "execute/child_setup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

#include "execute/process_limits.h"
#include "wire/ring.h"

namespace heddle {
namespace {

// Always the same numbers: the environment is part of the program's memory, and a schedule must mean the same
// addresses in every campaign and in every replay. High enough to stay out of the way of the program's own files.
constexpr int kFailureNumber = 197;
constexpr int kRingNumber = 198;
constexpr int kFactsNumber = 199;
constexpr int kFirstFree = 200;

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Copies go above the fixed numbers first, because a source may itself stand at one of them.
void arrange_descriptors(const ChildDescriptors& descriptors) {
  const int ring = ::fcntl(descriptors.ring, F_DUPFD, kFirstFree);
  const int facts = ::fcntl(descriptors.facts, F_DUPFD, kFirstFree);
  const int failure = ::fcntl(descriptors.failure, F_DUPFD, kFirstFree);
  const int capture = descriptors.capture < 0 ? -1 : ::fcntl(descriptors.capture, F_DUPFD, kFirstFree);
  const int null = ::open("/dev/null", O_RDWR);
  if (descriptors.output >= 0) {
    ::dup2(descriptors.output, STDERR_FILENO);
    ::dup2(null, STDOUT_FILENO);
  }
  ::dup2(null, STDIN_FILENO);
  ::dup2(ring, kRingNumber);
  ::dup2(facts, kFactsNumber);
  ::dup3(failure, kFailureNumber, O_CLOEXEC);
  ::close_range(STDERR_FILENO + 1, kCaptureNumber, 0);
  if (capture >= 0) ::dup2(capture, kCaptureNumber);
  ::close_range(kFirstFree, ~0U, 0);
}

[[noreturn]] void give_up(ChildStage stage) {
  const ChildFailure failure{stage, errno};
  // If even this cannot be written, the exit code is all the parent gets.
  if (::write(kFailureNumber, &failure, sizeof failure) < 0) ::_exit(126);
  ::_exit(127);
}

}  // namespace

bool addresses_can_be_fixed() {
  constexpr unsigned long kOnlyAsk = 0xffffffff;
  const int before = ::personality(kOnlyAsk);
  if (before < 0 || ::personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) < 0) return false;
  ::personality(static_cast<unsigned long>(before));  // it matters at exec only
  return true;
}

ChildSetup::ChildSetup(std::string program, std::vector<std::string> arguments, std::vector<std::string> environment,
                       std::string working_directory)
    : program_(std::move(program)), arguments_(std::move(arguments)), working_directory_(std::move(working_directory)) {
  if (arguments_.empty()) arguments_.push_back(program_);
  const std::string control = std::string(wire::kControlVariable) + "=";
  for (std::string& entry : environment) {
    if (!entry.starts_with(control) && !entry.starts_with("LD_BIND_NOW=")) environment_.push_back(std::move(entry));
  }
  environment_.push_back("LD_BIND_NOW=1");
  environment_.push_back(control + std::to_string(kRingNumber) + "," + std::to_string(kFactsNumber));
  argv_ = pointers(arguments_);
  envp_ = pointers(environment_);
}

void ChildSetup::become(const ChildDescriptors& descriptors, pid_t parent) const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  ::setpgid(0, 0);  // Ctrl-C on the terminal is for the explorer alone
  replace_process(descriptors);
}

void ChildSetup::replace_process(const ChildDescriptors& descriptors) const {
  reset_signals();
  set_process_limits();
  arrange_descriptors(descriptors);
  if (!working_directory_.empty() && ::chdir(working_directory_.c_str()) != 0) give_up(ChildStage::Directory);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);  // a crash is a result; writing a core file for each would take seconds
  // Refused in some containers: addresses_can_be_fixed.
  ::personality(ADDR_NO_RANDOMIZE);
  ::execve(program_.c_str(), argv_.data(), envp_.data());
  give_up(ChildStage::Exec);
}

}  // namespace heddle
