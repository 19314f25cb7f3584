// SPDX-License-Identifier: Apache-2.0
//
// Calendar time: between time_t, struct tm and text. The _r functions touch the program's memory only; localtime,
// gmtime, asctime and ctime also write to memory of libc's that every thread gets the address of, and are events there.
// What depends on the time zone depends on the environment, and sets variables of libc's: in programs that change it, or where
// a conversion changes those variables (zones with a summer time), each such call is a Call event on it as well.
#include <cerrno>
#include <cstring>
#include <ctime>

#include "runtime/libc/atomic_section.h"
#include "runtime/libc/environment.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

struct ZoneVariables {
  long offset;
  int has_summer;
  char* names[2];
  const void* next_block;  // names that libc meets for the first time are put on the heap of whoever asked

  bool operator==(const ZoneVariables& other) const {
    return offset == other.offset && has_summer == other.has_summer && names[0] == other.names[0] &&
           names[1] == other.names[1] && next_block == other.next_block;
  }
};

ZoneVariables zone_variables() {
  return {timezone, daylight, {tzname[0], tzname[1]}, state().arena_next[state().current]};
}

// Before main: else the first thread that asks would find libc in another state than all others.
[[gnu::constructor]] void read_zone() { HEDDLE_REAL(tzset)(); }

void write_changes(const ZoneVariables& before, const HeddlePoint* point) {
  if (timezone != before.offset) write_with(&timezone, sizeof(timezone), point, [] {});
  if (daylight != before.has_summer) write_with(&daylight, sizeof(daylight), point, [] {});
  bool is_renamed = tzname[0] != before.names[0] || tzname[1] != before.names[1];
  if (is_renamed) write_with(tzname, sizeof(tzname), point, [] {});
}

// convert() depends on the time zone.
template <typename Convert>
auto zone_event(const HeddlePoint* point, Convert convert) {
  if (HEDDLE_UNLIKELY(state().assigns_zone)) require_visible(wire::kEnvironment);
  const bool is_event = is_visible(wire::kEnvironment);
  const AtomicSection step(is_event);
  if (HEDDLE_UNLIKELY(is_event)) {
    look_up_variable("TZ");  // libc will: it may stand in a text of the program's own
    await_turn(&g_environment);
  }
  ZoneVariables before = zone_variables();
  auto result = convert();
  if (HEDDLE_LIKELY(!is_event)) {
    if (HEDDLE_UNLIKELY(!(zone_variables() == before))) require_visible(wire::kEnvironment);
    return result;
  }
  int error = errno;
  // libc writes them when it thinks fit, also with what they were: in no model where the program assigns them itself.
  record(EventKind::Call, &g_environment, 0, point).detail = state().assigns_zone ? wire::kUnmodelled : 0;
  write_changes(before, point);
  errno = error;
  return result;
}

constexpr std::size_t kTextSize = 26;  // of asctime: at least this long by the standard

// Between the fields there are bytes that libc leaves as they are, or fills with what was on its stack: zeroes here.
tm without_padding(const tm& parts) {
  tm kept = blank<tm>();
  kept.tm_sec = parts.tm_sec;
  kept.tm_min = parts.tm_min;
  kept.tm_hour = parts.tm_hour;
  kept.tm_mday = parts.tm_mday;
  kept.tm_mon = parts.tm_mon;
  kept.tm_year = parts.tm_year;
  kept.tm_wday = parts.tm_wday;
  kept.tm_yday = parts.tm_yday;
  kept.tm_isdst = parts.tm_isdst;
  kept.tm_gmtoff = parts.tm_gmtoff;
  kept.tm_zone = parts.tm_zone;
  return kept;
}

// The name of the zone, to which the result points, is a constant of libc's.
template <typename Split>
tm* split_into(const time_t* from, tm* to, Split split) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts;
  if (split(&seconds, &parts) == nullptr) return nullptr;
  write_structure(to, without_padding(parts), point);
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

// localtime and gmtime share their memory. Where they fail they would leave something behind in it: not here.
tm* write_hidden(const tm& parts, const HeddlePoint* point) {
  return hidden_write_event(point, [&] {
    const time_t start = 0;
    tm* hidden = std::gmtime(&start);
    *hidden = without_padding(parts);
    return hidden;
  });
}

// localtime is tzset and localtime_r.
tm* split_local(const time_t* from) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts;
  const bool is_known = zone_event(point, [&] {
    HEDDLE_REAL(tzset)();
    return localtime_r(&seconds, &parts) != nullptr;
  });
  return is_known ? write_hidden(parts, point) : nullptr;
}

tm* split_universal(const time_t* from) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts;
  return gmtime_r(&seconds, &parts) != nullptr ? write_hidden(parts, point) : nullptr;
}

// Normalises its argument in place.
time_t join_events(tm* parts_at, time_t (*join)(tm*)) {
  const HeddlePoint* point = call_point();
  tm parts = read_value(parts_at, point);
  time_t seconds = join == std::mktime ? zone_event(point, [&] { return std::mktime(&parts); }) : join(&parts);
  int error = errno;
  write_structure(parts_at, without_padding(parts), point);
  errno = error;
  return seconds;
}

char* text_of(tm parts, char* to, const HeddlePoint* point) {
  char text[2 * kTextSize];
  if (asctime_r(&parts, text) == nullptr) return nullptr;
  write_bytes(to, text, std::strlen(text) + 1, point);
  return to;
}

char* text_hidden(const tm* from) {
  const HeddlePoint* point = call_point();
  tm parts = read_value(from, point);
  return hidden_write_event(point, [&] { return std::asctime(&parts); });
}

char* local_text(const time_t* from, char* to) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts;
  tm* converted = zone_event(point, [&] { return localtime_r(&seconds, &parts); });
  return converted == nullptr ? nullptr : text_of(parts, to, point);
}

// As the standard says: asctime(localtime(from)), and so the memory of both changes.
char* local_text_hidden(const time_t* from) {
  const tm* parts = split_local(from);
  return parts == nullptr ? nullptr : text_hidden(parts);
}

std::size_t strftime_events(char* to, std::size_t size, const char* format, const tm* from) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(format, kNoLimit, scratch, point).bytes;
  tm parts = read_value(from, point);
  // What the name of the zone says is looked at for %Z only.
  const bool is_named = parts.tm_zone != nullptr && std::strchr(kept, 'Z') != nullptr;
  if (is_named) parts.tm_zone = read_string(parts.tm_zone, kNoLimit, scratch, point).bytes;
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
  return executing() ? split_local(from) : std::localtime(from);
}

tm* __heddle_libc_gmtime(const time_t* from) {
  return executing() ? split_universal(from) : std::gmtime(from);
}

time_t __heddle_libc_mktime(tm* parts) { return executing() ? join_events(parts, std::mktime) : std::mktime(parts); }

time_t __heddle_libc_timegm(tm* parts) { return executing() ? join_events(parts, timegm) : timegm(parts); }

char* __heddle_libc_asctime_r(const tm* from, char* to) {
  if (!executing()) return asctime_r(from, to);
  const HeddlePoint* point = call_point();
  return text_of(read_value(from, point), to, point);
}

char* __heddle_libc_ctime_r(const time_t* from, char* to) {
  return executing() ? local_text(from, to) : ctime_r(from, to);
}

char* __heddle_libc_asctime(const tm* from) {
  return executing() ? text_hidden(from) : std::asctime(from);
}

char* __heddle_libc_ctime(const time_t* from) { return executing() ? local_text_hidden(from) : std::ctime(from); }

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
