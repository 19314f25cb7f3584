// SPDX-License-Identifier: Apache-2.0
//
// The program's environment in a replay file. Replay files are handed on, and environments hold secrets: only variables
// that are on a list are recorded with their values. Of the others the file knows name and size, so that everything in
// a replay stands at the same address.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct RecordedVariable {
  std::string name;
  std::optional<std::string> value;  // none: withheld
  std::size_t size = 0;              // of the value, also if it is withheld
  friend bool operator==(const RecordedVariable&, const RecordedVariable&) = default;
};

// `environment`: NAME=value each. `kept`: names that are recorded besides those on the list, separated by commas.
std::vector<RecordedVariable> record_environment(const std::vector<std::string>& environment, const std::string& kept);

// What is withheld has its value of `now`; if there is none, something of the same size. So has what makes the loader load
// code, whatever was recorded.
std::vector<std::string> restore_environment(const std::vector<RecordedVariable>& recorded,
                                             const std::vector<std::string>& now);

// The names of those that are surely not what they were.
std::vector<std::string> lost_variables(const std::vector<RecordedVariable>& recorded,
                                        const std::vector<std::string>& now);

}  // namespace heddle
