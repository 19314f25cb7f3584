// SPDX-License-Identifier: Apache-2.0
//
// Where settings come from besides the command line: HEDDLE_OPTIONS and heddle.toml. Both are flat lists of the
// options' names; the order of precedence is command line, environment, file, default.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"
#include "trace/result.h"

namespace heddle {

// "key=val:key=val"; a key alone switches a flag on.
std::vector<Setting> settings_from_environment(std::string_view text);

// Lines "key = value": strings in quotes, numbers, true and false, comments. No tables.
Result<std::vector<Setting>> settings_from_file(std::string_view content, const std::string& name);

// heddle.toml in `directory` or the nearest folder above it.
std::optional<std::string> find_settings_file(const std::string& directory);

// Defaults, then the file, then the environment, then `command_line`.
Result<Options> collect_options(const std::vector<Setting>& file, const std::vector<Setting>& environment,
                                const std::vector<Setting>& command_line);

}  // namespace heddle
