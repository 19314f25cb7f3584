// SPDX-License-Identifier: Apache-2.0
#include "app/program_environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>

extern char** environ;

namespace heddle {

namespace {

bool is_noise(const std::string& variable) {
  static constexpr std::array<const char*, 14> kNoise = {
      "_",          "OLDPWD",         "COLUMNS", "LINES",     "SHLVL", "TERMCAP", "WINDOWID", "TERM_SESSION_ID",
      "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "TMUX_PANE", "STY",   "WINDOW"};
  std::string name = variable.substr(0, variable.find('='));
  return name.starts_with("HEDDLE_") || std::find(kNoise.begin(), kNoise.end(), name) != kNoise.end();
}

}  // namespace

std::vector<std::string> canonical_environment(const std::vector<std::string>& environment) {
  std::vector<std::string> canonical;
  for (const std::string& variable : environment) {
    if (!is_noise(variable)) canonical.push_back(variable);
  }
  std::sort(canonical.begin(), canonical.end());
  return canonical;
}

std::vector<std::string> current_environment() {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) environment.emplace_back(*variable);
  return canonical_environment(environment);
}

}  // namespace heddle
