// SPDX-License-Identifier: Apache-2.0
#include "report/replay/portable_paths.h"

#include <cctype>
#include <filesystem>
#include <string_view>

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "{project}";

template <typename Visit>
void visit_texts(ReplayFile& file, Visit visit) {
  for (std::string* text : {&file.build.directory, &file.build.output, &file.binary, &file.directory, &file.key,
                            &file.message, &file.location.file, &file.report, &file.full_report}) {
    visit(*text);
  }
  for (std::string& word : file.build.arguments) visit(word);
  for (SourceRecord& source : file.build.sources) visit(source.path);
  for (std::string& word : file.arguments) visit(word);
  for (RecordedVariable& variable : file.environment) {
    if (variable.value) visit(*variable.value);
  }
}

// Whether a path may begin at `at`: behind -I and the like, too.
bool may_begin(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(" =:,;\"'`()[]<>\n\t", at - 1);
  const std::string_view between = std::string_view(text).substr(before + 1, at - before - 1);
  return between.empty() || (between.front() == '-' && between.find('/') == std::string_view::npos);
}

bool may_end(const std::string& text, std::size_t at) {
  if (at == text.size()) return true;
  const unsigned char next = static_cast<unsigned char>(text[at]);
  return next < 0x80 && std::isalnum(next) == 0 && next != '.' && next != '_' && next != '-' && next != '+';
}

void replace_path(std::string& text, const std::string& path, std::string_view by) {
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
    if (!may_begin(text, at) || !may_end(text, at + path.size())) {
      ++at;
      continue;
    }
    text.replace(at, path.size(), by);
    at += by.size();
  }
}

}  // namespace

std::string project_of(const std::string& directory) {
  for (fs::path folder = directory; folder.has_relative_path(); folder = folder.parent_path()) {
    std::error_code error;
    if (fs::exists(folder / ".git", error)) return folder.string();
  }
  return directory;
}

bool make_portable(ReplayFile& file, const std::string& project) {
  if (!fs::path(project).has_relative_path()) return false;
  bool is_marked = false;
  visit_texts(file, [&](const std::string& text) { is_marked |= text.find(kMark) != std::string::npos; });
  if (is_marked) return false;
  visit_texts(file, [&](std::string& text) { replace_path(text, project, kMark); });
  return true;
}

void settle_in(ReplayFile& file, const std::string& project) {
  visit_texts(file, [&](std::string& text) {
    for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + project.size())) {
      text.replace(at, kMark.size(), project);
    }
  });
}

bool is_portable(const std::string& path) { return path.starts_with(kMark); }

}  // namespace heddle
