// SPDX-License-Identifier: Apache-2.0
//
// The log of the machine. What is written there is read with events, as by printf, and goes nowhere: thousands of
// executions would fill the log, and the connection to it takes a descriptor. Of openlog only the name counts, which is
// read with each message.
#include <syslog.h>

#include <cstdarg>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/format.h"

namespace heddle::runtime::libc {
namespace {

// State of the checked program in ordinary .bss: restored between executions.
const char* g_name;

// One event on the log. Returns the name as it was before.
const char* use_log(const char* (*change)(const char*), const char* given) {
  const HeddlePoint* point = call_point();
  await_turn(&g_name);
  const char* before = g_name;
  g_name = change(given);
  record(EventKind::Call, &g_name, reinterpret_cast<std::uint64_t>(before), point);
  return before;
}

void name_log(const char* name) {
  use_log([](const char* given) { return given; }, name);
}

void log_events(const char* format, va_list arguments) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  PrivateArguments kept(format, arguments, scratch, point);
  const char* name = use_log([](const char*) { return g_name; }, nullptr);
  if (name != nullptr) read_extent(name, point, [=] { return string_extent(name, kNoLimit); });
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED void vsyslog(int priority, const char* format, va_list arguments) {
  if (!executing()) return HEDDLE_REAL(vsyslog)(priority, format, arguments);
  log_events(format, arguments);
}

HEDDLE_INTERPOSED void syslog(int priority, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsyslog(priority, format, arguments);
  va_end(arguments);
}

HEDDLE_INTERPOSED void openlog(const char* name, int options, int facility) {
  if (!executing()) return HEDDLE_REAL(openlog)(name, options, facility);
  name_log(name);
}

HEDDLE_INTERPOSED void closelog() {
  if (!executing()) return HEDDLE_REAL(closelog)();
  name_log(nullptr);
}
