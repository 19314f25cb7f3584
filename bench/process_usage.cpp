// SPDX-License-Identifier: Apache-2.0
#include "bench/process_usage.h"

#include <time.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace heddle::bench {
namespace {

double seconds_of(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

double cpu_seconds(pid_t process) {
  clockid_t clock{};
  return ::clock_getcpuclockid(process, &clock) == 0 ? seconds_of(clock) : 0;
}

double cpu_seconds_with_children(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return 0;
  std::istringstream fields(text.substr(end_of_name + 2));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double total = 0;
  for (int field = 14; field <= 17; ++field) {  // utime, stime, cutime, cstime
    double ticks = 0;
    fields >> ticks;
    total += ticks;
  }
  return total / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double own_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }

std::uint64_t resident_kilobytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::stoull(line.substr(6));
  }
  return 0;
}

}  // namespace heddle::bench
