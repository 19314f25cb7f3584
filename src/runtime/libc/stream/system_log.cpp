// SPDX-License-Identifier: Apache-2.0
//
// The log of the machine. What is written there is read with events, as by printf, and goes nowhere: thousands of
// executions would fill the log, and the connection to it takes a descriptor. Of openlog the name counts, which is read with
// each message, and whether messages are also printed (LOG_PERROR).
#include <syslog.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/format.h"
#include "runtime/libc/stream/input_output.h"

namespace heddle::runtime::libc {
namespace {

struct Log {
  const char* name;
  int options;
};

// State of the checked program in ordinary .bss: restored between executions.
Log g_log;

// One event on the log, which change(log) may change. Returns it as it was before.
template <typename Change>
Log use_log(Change change) {
  const HeddlePoint* point = call_point();
  await_turn(&g_log);
  const Log before = g_log;
  change(g_log);
  const auto flags = static_cast<std::uint64_t>(static_cast<unsigned>(before.options));
  record(EventKind::Call, &g_log, reinterpret_cast<std::uint64_t>(before.name) ^ flags << 48, point);
  return before;
}

// The line that LOG_PERROR prints.
View line_of(PrivateArguments& kept, const char* name, int options, Scratch& scratch) {
  constexpr std::size_t kNumberRoom = 32;
  const int length = kept.apply([](const char* text, va_list& list) { return std::vsnprintf(nullptr, 0, text, list); });
  if (length < 0) return {nullptr, 0};
  const std::size_t room = std::strlen(name) + kNumberRoom + static_cast<std::size_t>(length);
  char* line = scratch.take(room);
  int size = (options & LOG_PID) != 0 ? std::snprintf(line, room, "%s[%d]: ", name, static_cast<int>(getpid()))
                                      : std::snprintf(line, room, "%s: ", name);
  const auto left = room - static_cast<std::size_t>(size);
  size += kept.apply([=](const char* text, va_list& list) { return std::vsnprintf(line + size, left, text, list); });
  if (line[size - 1] != '\n') line[size++] = '\n';
  return {line, static_cast<std::size_t>(size)};
}

void log_events(int priority, const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  const Log log = use_log([](Log&) {});
  const char* name = log.name == nullptr ? program_invocation_short_name
                                         : read_string(log.name, kNoLimit, scratch, point).bytes;
  const bool is_masked = (setlogmask(0) & LOG_MASK(LOG_PRI(priority))) == 0;
  if ((log.options & LOG_PERROR) == 0 || is_masked) return;
  const View line = line_of(kept, name, log.options, scratch);
  put_out("syslog", STDERR_FILENO, line.bytes, line.size, point);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED void vsyslog(int priority, const char* format, va_list arguments) {
  if (!executing()) return HEDDLE_REAL(vsyslog)(priority, format, arguments);
  log_events(priority, format, arguments);
}

HEDDLE_INTERPOSED void syslog(int priority, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsyslog(priority, format, arguments);
  va_end(arguments);
}

HEDDLE_INTERPOSED void openlog(const char* name, int options, int facility) {
  if (!executing()) return HEDDLE_REAL(openlog)(name, options, facility);
  use_log([=](Log& log) { log = {name, options}; });
}

HEDDLE_INTERPOSED void closelog() {
  if (!executing()) return HEDDLE_REAL(closelog)();
  use_log([](Log& log) { log = {}; });
}
