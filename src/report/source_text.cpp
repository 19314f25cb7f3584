// SPDX-License-Identifier: Apache-2.0
#include "report/source_text.h"

#include <filesystem>
#include <fstream>

namespace heddle {

namespace fs = std::filesystem;

const std::vector<std::string>& SourceText::lines_of(const std::string& file) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (!is_new) return entry->second;
  std::ifstream input(file);
  if (!input && !directory_.empty() && fs::path(file).is_relative()) input.open(fs::path(directory_) / file);
  for (std::string line; std::getline(input, line);) entry->second.push_back(std::move(line));
  return entry->second;
}

std::optional<std::string> SourceText::line(const std::string& file, std::uint32_t number) {
  const std::vector<std::string>& lines = lines_of(file);
  if (number == 0 || number > lines.size()) return std::nullopt;
  return lines[number - 1];
}

bool is_system_file(const std::string& file) {
  std::string normal = fs::path(file).lexically_normal().string();
  bool stands_in_front = normal.find("/heddle/library_headers/") != std::string::npos;  // of libstdc++'s headers
  return normal.starts_with("/usr/") || normal.starts_with("/lib/") || normal.starts_with("/lib64/") ||
         normal.starts_with("/etc/") || stands_in_front;
}

std::string shown_path(const std::string& file) {
  fs::path path(file);
  if (path.is_relative()) return path.lexically_normal().string();
  std::error_code error;
  fs::path here = fs::current_path(error);
  if (error) return file;
  fs::path relative = path.lexically_relative(here);
  bool below = !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : path.lexically_normal().string();
}

}  // namespace heddle
