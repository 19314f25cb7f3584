// SPDX-License-Identifier: Apache-2.0
#include "app/process_memory.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace heddle {

namespace {

std::uint64_t page_size() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

// 0: there is no limit, or none that we can see.
std::uint64_t limit_of_control_group() {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    std::uint64_t limit = 0;
    if (file >> limit) return limit;
  }
  return 0;
}

}  // namespace

std::uint64_t memory_of_machine() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const std::uint64_t machine = pages <= 0 ? 0 : static_cast<std::uint64_t>(pages) * page_size();
  const std::uint64_t group = limit_of_control_group();
  return group != 0 && (machine == 0 || group < machine) ? group : machine;
}

std::uint64_t resident_memory() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long size = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &size, &resident);
  std::fclose(file);
  return read == 2 ? resident * page_size() : 0;
}

}  // namespace heddle
