// SPDX-License-Identifier: Apache-2.0
//
// Lines of the user's source files, read on demand and kept. A file that cannot be read has no lines: reports then
// simply leave the source line out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

class SourceText {
 public:
  // Paths that are not absolute are tried relative to `directory` (where the program was built).
  explicit SourceText(std::string directory = "") : directory_(std::move(directory)) {}
  std::optional<std::string> line(const std::string& file, std::uint32_t number);

 private:
  const std::vector<std::string>& lines_of(const std::string& file);
  std::string directory_;
  std::map<std::string, std::vector<std::string>> files_;
};

// True for files that belong to the compiler or the system rather than to the user.
bool is_system_file(const std::string& file);

// `file` relative to the current directory when it lies below it: what a user would type.
std::string shown_path(const std::string& file);

}  // namespace heddle
