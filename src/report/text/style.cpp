// SPDX-License-Identifier: Apache-2.0
#include "report/text/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace heddle {

namespace {

constexpr std::size_t kNarrowest = 60, kWidest = 200;

const char* code_of(Ink ink) {
  switch (ink) {
    case Ink::Plain:
      return "";
    case Ink::Bold:
      return "\033[1m";
    case Ink::Red:
      return "\033[1;31m";
    case Ink::Dim:
      return "\033[2m";
    case Ink::Cyan:
      return "\033[36m";
  }
  return "";
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

// Bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (starts_character(text[at]) && characters++ == width) return at;
  }
  return text.size();
}

}  // namespace

std::string painted(std::string_view text, Ink ink, const TextStyle& style) {
  if (!style.colour || ink == Ink::Plain) return std::string(text);
  return std::string(code_of(ink)) + std::string(text) + "\033[0m";
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string padded(std::string text, std::size_t width) {
  std::size_t have = display_width(text);
  if (have < width) text.append(width - have, ' ');
  return text;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    std::size_t end = bytes_of(text, width);
    std::size_t blank = text.rfind(' ', end);
    bool has_blank = blank != std::string_view::npos && blank > end / 3;
    lines.emplace_back(text.substr(0, has_blank ? blank : end));
    text.remove_prefix(has_blank ? blank + 1 : end);
  }
  lines.emplace_back(text);
  return lines;
}

TextStyle style_for(int descriptor) {
  TextStyle style;
  if (isatty(descriptor) == 0) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  style.colour = (no_colour == nullptr || *no_colour == '\0') && !is_dumb;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest);
  }
  return style;
}

}  // namespace heddle
