// SPDX-License-Identifier: Apache-2.0
//
// heddle-clang and heddle-clang++: one program, two names. Becomes clang with the command line of command_line.h.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "compile/driver/command_line.h"
#include "compile/driver/response_file.h"
#include "generated/pass_hash.h"

namespace heddle {
namespace {

// In the program's bytes, so that a compiler cache that looks at heddle-clang notices a changed pass.
[[gnu::used]] const char kPassIdentity[] = "heddle pass " HEDDLE_PASS_HASH;

constexpr std::size_t kLongCommand = 100'000;  // the kernel's limit for one argument is 128 KiB

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Installation installation() {
  std::error_code ignored;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  std::filesystem::path prefix = self.parent_path().parent_path();
  return {prefix / "lib/libheddle_pass.so", prefix / "include", prefix / "lib/heddle/library_headers",
          prefix / "lib/libheddle_runtime.a", prefix / "lib/libheddle_runtime_cxx.a"};
}

// Hands a command that is too long for exec over as a response file that lives in memory only.
std::vector<std::string> shortened(std::vector<std::string> arguments) {
  std::size_t length = 0;
  for (const std::string& argument : arguments) length += argument.size() + 1;
  if (length < kLongCommand) return arguments;
  std::string text = to_response_file(arguments);
  int file = memfd_create("heddle-clang arguments", 0);
  if (file < 0) return arguments;
  for (std::size_t at = 0; at < text.size();) {
    ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written <= 0) return arguments;
    at += static_cast<std::size_t>(written);
  }
  return {"@/proc/self/fd/" + std::to_string(file)};
}

int become_clang(const char* name, SourceLanguage language, const ClangCommand& command) {
  std::vector<std::string> words;
  const char* chosen = std::getenv("HEDDLE_CLANG");
  if (chosen && *chosen) {
    words = {chosen};
    if (language == SourceLanguage::Cxx) words.push_back("--driver-mode=g++");
  } else {
    words = {language == SourceLanguage::Cxx ? "clang++-19" : "clang-19"};
  }
  for (std::string& argument : shortened(command.arguments)) words.push_back(std::move(argument));
  setenv("HEDDLE_PASS", command.pass_options.c_str(), 1);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  std::fprintf(stderr, "%s: error: cannot start %s: %s\n", name, pointers[0], std::strerror(errno));
  return 1;
}

int run(int count, char** values) {
  std::string name = std::filesystem::path(values[0]).filename();
  SourceLanguage language = name.ends_with("++") ? SourceLanguage::Cxx : SourceLanguage::C;
  std::vector<std::string> arguments = expand_response_files({values + 1, values + count}, read_file);
  for (const std::string& argument : arguments) {
    if (argument != "--help-heddle") continue;
    std::fputs(kDriverHelp, stdout);
    return 0;
  }
  Result<ClangCommand> command = clang_command(language, arguments, installation());
  if (!command) {
    std::fprintf(stderr, "%s: error: %s\n", name.c_str(), command.error().message.c_str());
    return 1;
  }
  return become_clang(name.c_str(), language, *command);
}

}  // namespace
}  // namespace heddle

int main(int count, char** values) { return heddle::run(count, values); }
