// SPDX-License-Identifier: Apache-2.0
#include "execute/program_image.h"

#include <filesystem>
#include <fstream>

namespace heddle {
namespace {

namespace fs = std::filesystem;

// Each ends with a NUL.
std::vector<std::string> read_texts(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> texts;
  for (std::string text; std::getline(file, text, '\0');) texts.push_back(text);
  return texts;
}

}  // namespace

std::optional<ProgramImage> image_of(pid_t process) {
  const fs::path folder = fs::path("/proc") / std::to_string(process);
  std::error_code gone;
  ProgramImage image;
  image.program = fs::read_symlink(folder / "exe", gone).string();
  image.working_directory = fs::read_symlink(folder / "cwd", gone).string();
  if (gone || !fs::exists(image.program, gone)) return std::nullopt;
  image.arguments = read_texts(folder / "cmdline");
  image.environment = read_texts(folder / "environ");
  if (image.arguments.empty()) return std::nullopt;
  return image;
}

}  // namespace heddle
