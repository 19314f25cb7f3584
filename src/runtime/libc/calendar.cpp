// SPDX-License-Identifier: Apache-2.0
//
// Calendar time: between time_t, struct tm and text. The _r functions touch the program's memory only; localtime,
// gmtime, asctime and ctime also write to memory of libc's that every thread gets the address of, and are events there.
// What depends on the time zone depends on the environment, and sets variables of libc's: in programs that change it each
// such call is a Call event on it as well.
#include <cerrno>
#include <cstring>
#include <ctime>

#include "runtime/libc/environment.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

struct ZoneVariables {
  long offset;
  int has_summer;
  char* names[2];
};

ZoneVariables zone_variables() { return {timezone, daylight, {tzname[0], tzname[1]}}; }

void write_changes(const ZoneVariables& before, const HeddlePoint* point) {
  if (timezone != before.offset) write_with(&timezone, sizeof(timezone), point, [] {});
  if (daylight != before.has_summer) write_with(&daylight, sizeof(daylight), point, [] {});
  bool is_renamed = tzname[0] != before.names[0] || tzname[1] != before.names[1];
  if (is_renamed) write_with(tzname, sizeof(tzname), point, [] {});
}

// convert() depends on the time zone.
template <typename Convert>
auto zone_event(const HeddlePoint* point, Convert convert) {
  if (HEDDLE_LIKELY(!is_visible(wire::kEnvironment))) return convert();
  await_turn(&g_environment);
  ZoneVariables before = zone_variables();
  auto result = convert();
  int error = errno;
  record(EventKind::Call, &g_environment, 0, point);
  write_changes(before, point);
  errno = error;
  return result;
}

// Before a call that depends on the time zone and has an event of its own: both follow each other at once unless others
// change the zone without a lock, which nobody may.
void note_zone(const HeddlePoint* point) {
  zone_event(point, [] {
    HEDDLE_REAL(tzset)();
    return 0;
  });
}

constexpr std::size_t kTextSize = 26;  // of asctime: at least this long by the standard

// The name of the zone, to which the result points, is a constant of libc's.
template <typename Split>
tm* split_into(const time_t* from, tm* to, Split split) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts = blank<tm>();
  if (split(&seconds, &parts) == nullptr) return nullptr;
  write_structure(to, parts, point);
  return to;
}

// convert() writes to the memory that it returns.
template <typename Convert>
auto hidden_write_event(const HeddlePoint* point, Convert convert) {
  await_turn();
  auto result = convert();
  if (result == nullptr) {
    record(EventKind::Call, nullptr, 0, point);
  } else {
    std::size_t size = sizeof(*result) == 1 ? std::strlen(reinterpret_cast<const char*>(result)) + 1 : sizeof(*result);
    record_range(EventKind::WriteRange, result, size, point);
  }
  return result;
}

tm* split_hidden(const time_t* from, tm* (*split)(const time_t*)) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  if (split == std::localtime) note_zone(point);
  return hidden_write_event(point, [=] { return split(&seconds); });
}

// Normalises its argument in place.
time_t join_events(tm* parts_at, time_t (*join)(tm*)) {
  const HeddlePoint* point = call_point();
  tm parts = read_value(parts_at, point);
  time_t seconds = join == std::mktime ? zone_event(point, [&] { return std::mktime(&parts); }) : join(&parts);
  int error = errno;
  write_structure(parts_at, parts, point);
  errno = error;
  return seconds;
}

template <typename Value>
char* text_into(const Value* from, char* to, char* (*format)(const Value*, char*), bool is_local) {
  const HeddlePoint* point = call_point();
  Value value = read_value(from, point);
  char text[2 * kTextSize];
  if (is_local) note_zone(point);
  if (format(&value, text) == nullptr) return nullptr;
  write_bytes(to, text, std::strlen(text) + 1, point);
  return to;
}

template <typename Value>
char* text_hidden(const Value* from, char* (*format)(const Value*), bool is_local) {
  const HeddlePoint* point = call_point();
  Value value = read_value(from, point);
  if (is_local) note_zone(point);
  return hidden_write_event(point, [=] { return format(&value); });
}

std::size_t strftime_events(char* to, std::size_t size, const char* format, const tm* from) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(format, kNoLimit, scratch, point).bytes;
  tm parts = read_value(from, point);
  char* text = scratch.take(size);
  std::size_t length = zone_event(point, [&] { return std::strftime(text, size, kept, &parts); });
  if (length > 0) write_bytes(to, text, length + 1, point);
  return length;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

std::size_t __heddle_libc_strftime(char* to, std::size_t size, const char* format, const tm* from) {
  return executing() ? strftime_events(to, size, format, from) : std::strftime(to, size, format, from);
}

tm* __heddle_libc_localtime_r(const time_t* from, tm* to) {
  if (!executing()) return localtime_r(from, to);
  const HeddlePoint* point = call_point();
  return split_into(from, to, [=](const time_t* seconds, tm* parts) {
    return zone_event(point, [=] { return localtime_r(seconds, parts); });
  });
}

tm* __heddle_libc_gmtime_r(const time_t* from, tm* to) {
  return executing() ? split_into(from, to, gmtime_r) : gmtime_r(from, to);
}

tm* __heddle_libc_localtime(const time_t* from) {
  return executing() ? split_hidden(from, std::localtime) : std::localtime(from);
}

tm* __heddle_libc_gmtime(const time_t* from) {
  return executing() ? split_hidden(from, std::gmtime) : std::gmtime(from);
}

time_t __heddle_libc_mktime(tm* parts) { return executing() ? join_events(parts, std::mktime) : std::mktime(parts); }

time_t __heddle_libc_timegm(tm* parts) { return executing() ? join_events(parts, timegm) : timegm(parts); }

char* __heddle_libc_asctime_r(const tm* from, char* to) {
  return executing() ? text_into(from, to, asctime_r, false) : asctime_r(from, to);
}

char* __heddle_libc_ctime_r(const time_t* from, char* to) {
  return executing() ? text_into(from, to, ctime_r, true) : ctime_r(from, to);
}

char* __heddle_libc_asctime(const tm* from) {
  return executing() ? text_hidden(from, std::asctime, false) : std::asctime(from);
}

char* __heddle_libc_ctime(const time_t* from) { return executing() ? text_hidden(from, std::ctime, true) : std::ctime(from); }

}  // extern "C"

HEDDLE_INTERPOSED void tzset() noexcept {
  auto real = HEDDLE_REAL(tzset);
  if (!executing()) return real();
  require_visible(heddle::wire::kEnvironment);
  zone_event(call_point(), [=] {
    real();
    return 0;
  });
}
