// SPDX-License-Identifier: Apache-2.0
//
// How text is to look: decided once by app/ from the terminal, then only read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct TextStyle {
  bool colour = false;
  std::size_t width = 100;
  bool full = false;  // every event, all frames
};

enum class Ink { Plain, Bold, Red, Dim, Cyan };

std::string painted(std::string_view text, Ink ink, const TextStyle& style);
// In characters, not bytes.
std::size_t display_width(std::string_view text);
std::string padded(std::string text, std::size_t width);
// Breaks at blanks where possible; at least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Style for a stream: colours and width of the terminal behind `descriptor`, or plain and 100 wide. NO_COLOR wins.
TextStyle style_for(int descriptor);

}  // namespace heddle
