// SPDX-License-Identifier: Apache-2.0
#include "execute/process_load.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace heddle {

std::optional<ProcessLoad> load_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const std::size_t name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  char state = 0;
  fields >> state;
  std::string skipped;
  constexpr int kFieldsBeforeTimes = 10;  // parent ... majflt of children
  for (int i = 0; i < kFieldsBeforeTimes; ++i) fields >> skipped;
  long user = 0, system = 0;
  fields >> user >> system;
  if (!fields) return std::nullopt;
  return ProcessLoad{state == 'R', std::chrono::milliseconds((user + system) * 1000 / ::sysconf(_SC_CLK_TCK))};
}

}  // namespace heddle
