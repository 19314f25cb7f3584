// SPDX-License-Identifier: Apache-2.0
#include "bench/tiny_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "tiny_source.h"

namespace heddle::bench {
namespace {

Result<void> run_and_wait(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ); error != 0) {
    return Error{ErrorCode::System, "cannot start " + words[0] + ": " + std::strerror(error)};
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child || status != 0) {
    return Error{ErrorCode::CompileFailed, words[0] + " could not compile the measured program"};
  }
  return {};
}

}  // namespace

Result<std::string> build_tiny(const std::string& compiler, const std::string& directory, int iterations) {
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  const std::string source = directory + "/tiny.c";
  const std::string program = directory + "/tiny" + std::to_string(iterations);
  std::ofstream(source) << kTinySource;
  if (!std::filesystem::exists(source)) return Error{ErrorCode::System, "cannot write " + source};
  Result<void> built = run_and_wait(
      {compiler, "-O2", "-g", "-DITERATIONS=" + std::to_string(iterations), source, "-pthread", "-o", program});
  if (!built) return built.error();
  return program;
}

}  // namespace heddle::bench
