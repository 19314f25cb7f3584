// SPDX-License-Identifier: Apache-2.0
#include "report/text/output_text.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace heddle {

namespace {

constexpr std::size_t kLines = 20;  // GoogleTest says a dozen after what failed
constexpr std::size_t kLineBytes = 240;

std::vector<std::string_view> lines_of(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    lines.push_back(text.substr(0, newline));
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  }
  return lines;
}

// Cut between characters of UTF-8, not inside of one.
std::string_view beginning_of(std::string_view line) {
  std::size_t end = kLineBytes;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end);
}

std::string line_text(std::string_view line, bool full) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const bool is_cut = !full && line.size() > kLineBytes;
  std::string text(is_cut ? beginning_of(line) : line);
  for (char& character : text) {
    const auto code = static_cast<unsigned char>(character);
    if ((code < ' ' && code != '\t') || code == 0x7f) character = '?';
  }
  return fmt::format("  | {}{}\n", text, is_cut ? "…" : "");
}

}  // namespace

std::string output_text(const std::string& output, const TextStyle& style) {
  const std::vector<std::string_view> lines = lines_of(output);
  if (lines.empty()) return "";
  const std::size_t skipped = style.full || lines.size() <= kLines ? 0 : lines.size() - kLines;
  std::string text = "\nOutput of the program";
  if (skipped != 0) text += fmt::format(" (the last {} lines; a replay shows all)", kLines);
  text += "\n";
  for (std::size_t index = skipped; index < lines.size(); ++index) text += line_text(lines[index], style.full);
  return text;
}

}  // namespace heddle
