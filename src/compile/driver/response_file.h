// SPDX-License-Identifier: Apache-2.0
//
// @file arguments: build systems put long command lines into files. They are opened here, because the options in
// them decide what has to be added.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

// Content of a file, or nothing if it cannot be read.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

// Words of a response file by the rules of GNU tools: blanks separate, quotes join, a backslash takes the next
// character as it is.
std::vector<std::string> split_response_file(std::string_view text);

// Replaces every @file, also inside of such files. What cannot be read stays as it is: clang then says why.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments, const ReadFile& read);

// The opposite: text that split_response_file() takes apart into `arguments` again.
std::string to_response_file(const std::vector<std::string>& arguments);

}  // namespace heddle
