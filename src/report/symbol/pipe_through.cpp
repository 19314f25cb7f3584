// SPDX-License-Identifier: Apache-2.0
//
// Input goes through an anonymous file rather than a second pipe: nobody can then wait for nobody.
#include "report/symbol/pipe_through.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace heddle {

namespace {

Error system_error(const std::string& what, int number) {
  return Error{ErrorCode::System, what + ": " + std::strerror(number)};
}

// Returns the descriptor, positioned at the start, or -1.
int anonymous_file(const std::string& content) {
  int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return -1;
  std::size_t done = 0;
  while (done < content.size()) {
    ssize_t written = write(file, content.data() + done, content.size() - done);
    if (written <= 0) {
      close(file);
      return -1;
    }
    done += static_cast<std::size_t>(written);
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

std::string read_all(int file) {
  std::string output;
  char buffer[65536];
  while (true) {
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return output;
    output.append(buffer, static_cast<std::size_t>(count));
  }
}

int spawn(pid_t& child, const std::vector<std::string>& command, int input, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  // In a group of its own: a Ctrl-C on the terminal is for us, and we still want the answer.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  int failure = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

}  // namespace

Result<std::string> pipe_through(const std::vector<std::string>& command, const std::string& input) {
  int in = anonymous_file(input);
  if (in < 0) return system_error("cannot make a temporary file", errno);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    close(in);
    return system_error("cannot make a pipe", errno);
  }
  pid_t child = 0;
  int failure = spawn(child, command, in, ends[1]);
  close(in);
  close(ends[1]);
  if (failure != 0) {
    close(ends[0]);
    return system_error("cannot start " + command[0], failure);
  }
  std::string output = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Error{ErrorCode::System, command[0] + " failed"};
  }
  return output;
}

}  // namespace heddle
