// SPDX-License-Identifier: Apache-2.0
#include "execute/process_limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace heddle {
namespace {

// The runtime's own descriptors stand from 900 on, out of the program's way.
constexpr rlim_t kDescriptors = 1'000;
// Arenas, stacks and the ring are reserved for every thread there could be; memory is used only where it is touched.
constexpr rlim_t kAddressSpace = rlim_t{1} << 40;
// Of every thread; the runtime's kStackSize and kLargestStack. Up to the latter the layout of memory stays the same.
constexpr rlim_t kStack = rlim_t{8} << 20;
constexpr rlim_t kLargestStack = rlim_t{64} << 20;

bool is_too_low(rlim_t limit, rlim_t needed) { return limit != RLIM_INFINITY && limit < needed; }

void raise(__rlimit_resource_t resource, rlim_t needed) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || !is_too_low(limit.rlim_cur, needed)) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(resource, &limit);
}

}  // namespace

Result<void> check_process_limits() {
  if (::access("/proc/self/maps", R_OK) != 0) {
    return Error{ErrorCode::System, "cannot read /proc/self/maps; Heddle needs the file system /proc"};
  }
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && is_too_low(limit.rlim_max, kDescriptors)) {
    return Error{ErrorCode::System, "a process may have only " + std::to_string(limit.rlim_max) +
                                        " open files here; Heddle needs " + std::to_string(kDescriptors) +
                                        " (ulimit -n " + std::to_string(kDescriptors) + ")"};
  }
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && is_too_low(limit.rlim_cur, kAddressSpace)) {
    return Error{ErrorCode::System,
                 "a process may have only " + std::to_string(limit.rlim_cur >> 20) +
                     " MiB of address space here; Heddle reserves much more than it uses (ulimit -v unlimited)"};
  }
  return {};
}

void set_process_limits() {
  raise(RLIMIT_NOFILE, kDescriptors);
  // What libc tells the program about its stacks must be true, and the layout of its memory depends on this limit.
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, std::clamp(limit.rlim_cur, kStack, kLargestStack));
  ::setrlimit(RLIMIT_STACK, &limit);
}

}  // namespace heddle
