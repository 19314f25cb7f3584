// SPDX-License-Identifier: Apache-2.0
#include "app/subject.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace heddle {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::string> find_program(const std::string& name, const std::string& directory) {
  if (name.find('/') != std::string::npos) {
    fs::path path = (fs::path(directory) / name).lexically_normal();
    std::error_code error;
    if (!fs::exists(path, error)) return Error{ErrorCode::Usage, fmt::format("{}: no such file", name)};
    if (!is_program(path)) return Error{ErrorCode::Usage, fmt::format("{}: not an executable program", name)};
    return path.string();
  }
  const char* search = std::getenv("PATH");
  std::istringstream folders(search == nullptr ? "" : search);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path path = fs::path(directory) / folder / name;
    if (is_program(path)) return path.string();
  }
  return Error{ErrorCode::Usage, fmt::format("{}: no such program", name)};
}

std::string subject_name(const std::vector<std::string>& files, const std::string& directory) {
  std::string name;
  for (const std::string& file : files) {
    const fs::path path = fs::path(file).lexically_normal();
    const fs::path below = path.is_absolute() ? path.lexically_relative(directory) : path;
    const bool is_outside = below.empty() || *below.begin() == "..";
    name += (is_outside ? path : below).string() + "\n";
  }
  return name;
}

std::string quoted(const std::string& word) {
  bool is_plain = !word.empty() && word.find_first_not_of(
                                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-+=./,:@%") == std::string::npos;
  if (is_plain) return word;
  std::string text = "'";
  for (char character : word) text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return text + "'";
}

std::string replay_command(const std::string& launcher, const std::string& path) {
  return fmt::format("{} replay {}", quoted(launcher), quoted(path));
}

}  // namespace heddle
