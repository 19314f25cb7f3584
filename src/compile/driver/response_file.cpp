// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/response_file.h"

#include <cctype>

namespace heddle {
namespace {

constexpr unsigned kMaxDepth = 16;  // files that name each other

void expand(const std::vector<std::string>& arguments, const ReadFile& read, unsigned depth,
            std::vector<std::string>& result) {
  for (const std::string& argument : arguments) {
    std::optional<std::string> text;
    if (argument.size() > 1 && argument[0] == '@' && depth < kMaxDepth) text = read(argument.substr(1));
    if (text) {
      expand(split_response_file(*text), read, depth + 1, result);
    } else {
      result.push_back(argument);
    }
  }
}

}  // namespace

std::vector<std::string> split_response_file(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char character = text[at];
    bool is_blank = std::isspace(static_cast<unsigned char>(character)) != 0;
    if (quote == 0 && is_blank) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (character == '\\' && at + 1 < text.size()) {
      word += text[++at];
    } else if (quote != 0 && character == quote) {
      quote = 0;
    } else if (quote == 0 && (character == '"' || character == '\'')) {
      quote = character;
    } else {
      word += character;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments, const ReadFile& read) {
  std::vector<std::string> result;
  expand(arguments, read, 0, result);
  return result;
}

std::string to_response_file(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    text += '"';
    for (char character : argument) {
      if (character == '"' || character == '\\') text += '\\';
      text += character;
    }
    text += "\"\n";
  }
  return text;
}

}  // namespace heddle
