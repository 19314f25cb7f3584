// SPDX-License-Identifier: Apache-2.0
#include "app/settings.h"

#include <fmt/format.h>

#include <filesystem>

namespace heddle {

namespace fs = std::filesystem;

namespace {

std::string_view trimmed(std::string_view text) {
  std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// The value and nothing behind it but a comment, or nothing.
std::optional<std::string> toml_value(std::string_view text) {
  bool is_quoted = !text.empty() && (text.front() == '"' || text.front() == '\'');
  if (is_quoted) {
    std::size_t end = text.find(text.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view rest = trimmed(text.substr(end + 1));
    if (!rest.empty() && rest.front() != '#') return std::nullopt;
    return std::string(text.substr(1, end - 1));
  }
  std::string_view value = trimmed(text.substr(0, text.find('#')));
  if (value.empty() || value.find_first_of(" \t\"'[]{}") != std::string_view::npos) return std::nullopt;
  return std::string(value);
}

}  // namespace

std::vector<Setting> settings_from_environment(std::string_view text) {
  std::vector<Setting> settings;
  while (!text.empty()) {
    std::size_t colon = text.find(':');
    std::string_view part = trimmed(text.substr(0, colon));
    text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
    if (part.empty()) continue;
    std::size_t equals = part.find('=');
    std::string value = equals == std::string_view::npos ? "true" : std::string(part.substr(equals + 1));
    settings.push_back({std::string(part.substr(0, equals)), value, "HEDDLE_OPTIONS"});
  }
  return settings;
}

Result<std::vector<Setting>> settings_from_file(std::string_view content, const std::string& name) {
  std::vector<Setting> settings;
  for (int number = 1; !content.empty(); ++number) {
    std::size_t newline = content.find('\n');
    std::string_view line = trimmed(content.substr(0, newline));
    content.remove_prefix(newline == std::string_view::npos ? content.size() : newline + 1);
    if (line.empty() || line.front() == '#') continue;
    std::string origin = fmt::format("{}:{}", name, number);
    std::size_t equals = line.find('=');
    std::optional<std::string> value;
    if (equals != std::string_view::npos) value = toml_value(trimmed(line.substr(equals + 1)));
    std::string key(trimmed(line.substr(0, equals)));
    if (!value || key.empty()) {
      return Error{ErrorCode::Usage, fmt::format("{}: expected `key = value`, found `{}`", origin, line)};
    }
    settings.push_back({key, *value, origin});
  }
  return settings;
}

std::optional<std::string> find_settings_file(const std::string& directory) {
  for (fs::path folder = directory;; folder = folder.parent_path()) {
    std::error_code error;
    fs::path file = folder / "heddle.toml";
    if (fs::is_regular_file(file, error)) return file.string();
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Result<Options> collect_options(const std::vector<Setting>& file, const std::vector<Setting>& environment,
                                const std::vector<Setting>& command_line) {
  Options options;
  for (const std::vector<Setting>* source : {&file, &environment, &command_line}) {
    for (const Setting& setting : *source) {
      Result<void> applied = apply(options, setting);
      if (!applied) return applied.error();
    }
  }
  return options;
}

}  // namespace heddle
