// SPDX-License-Identifier: Apache-2.0
#include "report/replay/recorded_environment.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heddle {
namespace {

constexpr std::array<std::string_view, 16> kMayBeKnown = {
    "HOME", "HOSTNAME", "LANG", "LANGUAGE", "LOCPATH", "LOGNAME", "NLSPATH", "PATH", "POSIXLY_CORRECT", "PWD",
    "SHELL", "TERM", "TMPDIR", "TZ", "TZDIR", "USER"};
constexpr std::array<std::string_view, 6> kMayBeKnownFrom = {"CATCH_", "CTEST_", "GTEST_", "LC_", "MALLOC_", "OMP_"};

// With these in hand, whoever wrote a replay file could have the loader put code of their own into the program. Nobody's file
// is believed about them.
bool loads_code(std::string_view name) {
  return name.starts_with("LD_") || name == "GCONV_PATH" || name == "GLIBC_TUNABLES";
}

// As many bytes, and nothing in them: no list of the loader has an empty name, and in the root folder there are no libraries.
char filler(std::string_view name) {
  if (name == "LD_PRELOAD" || name == "LD_AUDIT") return ':';
  return loads_code(name) ? '/' : 'x';
}

bool may_be_known(std::string_view name, const std::string& kept) {
  if (loads_code(name)) return false;
  if (std::find(kMayBeKnown.begin(), kMayBeKnown.end(), name) != kMayBeKnown.end()) return true;
  if (("," + kept + ",").find("," + std::string(name) + ",") != std::string::npos) return true;
  return std::any_of(kMayBeKnownFrom.begin(), kMayBeKnownFrom.end(),
                     [name](std::string_view begin) { return name.starts_with(begin); });
}

std::optional<std::string> value_in(const std::vector<std::string>& environment, const std::string& name) {
  const std::string begin = name + "=";
  for (const std::string& variable : environment) {
    if (variable.starts_with(begin)) return variable.substr(begin.size());
  }
  return std::nullopt;
}

}  // namespace

std::vector<RecordedVariable> record_environment(const std::vector<std::string>& environment, const std::string& kept) {
  std::vector<RecordedVariable> recorded;
  for (const std::string& variable : environment) {
    const std::size_t end = variable.find('=');
    if (end == std::string::npos) continue;  // no variable: nothing finds it
    RecordedVariable& next = recorded.emplace_back();
    next.name = variable.substr(0, end);
    next.size = variable.size() - end - 1;
    if (may_be_known(next.name, kept)) next.value = variable.substr(end + 1);
  }
  return recorded;
}

std::vector<std::string> restore_environment(const std::vector<RecordedVariable>& recorded,
                                             const std::vector<std::string>& now) {
  std::vector<std::string> environment;
  for (const RecordedVariable& variable : recorded) {
    const bool is_recorded = variable.value && !loads_code(variable.name);
    const std::optional<std::string> value = is_recorded ? variable.value : value_in(now, variable.name);
    environment.push_back(variable.name + "=" + value.value_or(std::string(variable.size, filler(variable.name))));
  }
  return environment;
}

std::vector<std::string> lost_variables(const std::vector<RecordedVariable>& recorded,
                                        const std::vector<std::string>& now) {
  std::vector<std::string> lost;
  for (const RecordedVariable& variable : recorded) {
    if (variable.value && !loads_code(variable.name)) continue;
    const std::optional<std::string> value = value_in(now, variable.name);
    if (!value || value->size() != variable.size) lost.push_back(variable.name);
  }
  return lost;
}

}  // namespace heddle
