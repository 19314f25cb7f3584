// SPDX-License-Identifier: Apache-2.0
#include "app/arguments.h"

#include <algorithm>
#include <optional>

#include "app/options.h"
#include "compile/driver/flag_values.h"
#include "compile/driver/response_file.h"
#include "report/replay/atomic_file.h"

namespace heddle {

namespace {

enum class Ownership { Compiler, Flag, Valued };

// "--time" and "--time=5s" are ours when the table has "time"; so is asking for help.
Ownership ownership_of(const std::string& word, const std::vector<OptionRow>& rows) {
  if (word == "--help" || word == "-h") return Ownership::Flag;
  if (!word.starts_with("--")) return Ownership::Compiler;
  std::string name = word.substr(2, word.find('=') == std::string::npos ? std::string::npos : word.find('=') - 2);
  auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& each) { return each.name == name; });
  if (row == rows.end()) return Ownership::Compiler;
  bool is_complete = row->is_flag || word.find('=') != std::string::npos;
  return is_complete ? Ownership::Flag : Ownership::Valued;
}

std::optional<std::string> content_of(const std::string& path) {
  Result<std::string> text = read_file(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::vector<std::string> input_files(const std::vector<std::string>& compiler) {
  std::vector<std::string> files;
  for (std::size_t at = 0; at < compiler.size(); ++at) {
    if (!compiler[at].starts_with("-")) files.push_back(compiler[at]);
    if (takes_next_word(compiler[at])) ++at;
  }
  return files;
}

}  // namespace

CheckArguments split_check_arguments(const std::vector<std::string>& arguments) {
  CheckArguments split;
  std::vector<OptionRow> rows = option_rows();
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (word == "--") {
      split.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1, arguments.end());
      break;
    }
    Ownership ownership = ownership_of(word, rows);
    std::vector<std::string>& target = ownership == Ownership::Compiler ? split.compiler : split.own;
    bool has_next = ownership == Ownership::Valued || (ownership == Ownership::Compiler && takes_next_word(word));
    target.push_back(word);
    if (has_next && at + 1 < arguments.size()) target.push_back(arguments[++at]);
  }
  split.compiler = expand_response_files(split.compiler, content_of);
  split.files = input_files(split.compiler);
  return split;
}

}  // namespace heddle
