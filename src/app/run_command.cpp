// SPDX-License-Identifier: Apache-2.0
#include "app/run_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace heddle {

namespace {

std::string read_all(int file) {
  std::string content;
  char buffer[4096];
  while (true) {
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return content;
    content.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace

Result<CommandResult> run_command(const std::vector<std::string>& command, Errors errors,
                                  const std::string& directory) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
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
  int failure = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (ends[1] >= 0) close(ends[1]);
  CommandResult result;
  if (ends[0] >= 0) {
    if (failure == 0) result.errors = read_all(ends[0]);
    close(ends[0]);
  }
  if (failure != 0) {
    return Error{ErrorCode::System, "cannot start " + command[0] + ": " + std::strerror(failure)};
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

}  // namespace heddle
