// SPDX-License-Identifier: Apache-2.0
#include "bench/measured_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "bench/process_usage.h"

namespace heddle::bench {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Result<ProcessCost> run_measured(std::vector<std::string> words, Quiet quiet) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (quiet == Quiet::Yes) {
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const double start = wall_seconds();
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return Error{ErrorCode::System, "cannot start " + words[0] + ": " + std::strerror(error)};
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return Error{ErrorCode::System, "lost " + words[0] + ": " + std::strerror(errno)};
  }
  ProcessCost cost;
  cost.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  cost.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  cost.wall_seconds = wall_seconds() - start;
  cost.peak_kilobytes = static_cast<std::uint64_t>(usage.ru_maxrss);
  return cost;
}

}  // namespace heddle::bench
