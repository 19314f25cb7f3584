// SPDX-License-Identifier: Apache-2.0
#include "app/run_command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "app/interrupt.h"

extern char** environ;

namespace heddle {

namespace {

constexpr int kLookMilliseconds = 100;  // a signal that comes just before a wait is noticed after so long

// Until there is something to read from `file`, or its other end is closed. False: we are asked to stop.
bool await(int file) {
  const std::atomic<bool>& stop = stop_on_interrupt();
  for (pollfd wanted{file, POLLIN, 0}; !stop.load();) {
    if (poll(&wanted, 1, kLookMilliseconds) > 0) return true;
  }
  return false;
}

// False: we are asked to stop.
bool read_all(int file, std::string& content) {
  char buffer[4096];
  while (await(file)) {
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    content.append(buffer, static_cast<std::size_t>(count));
  }
  return false;
}

// Where the system has no such descriptors, the end is waited for without listening.
bool await_end(pid_t child) {
  const int end = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (end < 0) return true;
  const bool has_ended = await(end);
  close(end);
  return has_ended;
}

std::vector<char*> environment_with(const std::vector<std::string>& variables) {
  std::vector<char*> all;
  for (const std::string& variable : variables) all.push_back(const_cast<char*>(variable.c_str()));
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string name = std::string(*each, std::strcspn(*each, "=")) + "=";
    const bool is_replaced = std::any_of(variables.begin(), variables.end(),
                                         [&](const std::string& variable) { return variable.starts_with(name); });
    if (!is_replaced) all.push_back(*each);
  }
  all.push_back(nullptr);
  return all;
}

}  // namespace

Result<CommandResult> run_command(const std::vector<std::string>& command, Errors errors, const std::string& directory,
                                  const std::vector<std::string>& variables) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<char*> environment = environment_with(variables);
  int ends[2] = {-1, -1};
  if (errors == Errors::Capture && pipe2(ends, O_CLOEXEC) != 0) {
    return Error{ErrorCode::System, std::string("cannot make a pipe: ") + std::strerror(errno)};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  if (ends[1] >= 0) posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  int failure = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (ends[1] >= 0) close(ends[1]);
  CommandResult result;
  bool is_stopped = false;
  if (ends[0] >= 0) {
    if (failure == 0) is_stopped = !read_all(ends[0], result.errors);
    close(ends[0]);
  }
  if (failure != 0) {
    return Error{ErrorCode::System, "cannot start " + command[0] + ": " + std::strerror(failure)};
  }
  is_stopped |= !await_end(child);
  if (is_stopped) kill(child, SIGTERM);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // A Ctrl-C on the terminal reaches the command as well: that it failed then says nothing about the program.
  if (is_stopped || stop_on_interrupt().load()) return Error{ErrorCode::Interrupted, "interrupted while compiling"};
  result.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

}  // namespace heddle
