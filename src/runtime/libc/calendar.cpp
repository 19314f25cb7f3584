// SPDX-License-Identifier: Apache-2.0
//
// Calendar time: between time_t, struct tm and text. The _r functions touch the program's memory only; localtime,
// gmtime, asctime and ctime also write to memory of libc's that every thread gets the address of, and are events there.
#include <cerrno>
#include <cstring>
#include <ctime>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kTextSize = 26;  // of asctime: at least this long by the standard

// The name of the zone, to which the result points, is a constant of libc's.
tm* split_into(const time_t* from, tm* to, tm* (*split)(const time_t*, tm*)) {
  const HeddlePoint* point = call_point();
  time_t seconds = read_value(from, point);
  tm parts;
  if (split(&seconds, &parts) == nullptr) return nullptr;
  write_value(to, parts, point);
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
  return hidden_write_event(point, [=] { return split(&seconds); });
}

// Normalises its argument in place.
time_t join_events(tm* parts_at, time_t (*join)(tm*)) {
  const HeddlePoint* point = call_point();
  tm parts = read_value(parts_at, point);
  time_t seconds = join(&parts);
  int error = errno;
  write_value(parts_at, parts, point);
  errno = error;
  return seconds;
}

template <typename Value>
char* text_into(const Value* from, char* to, char* (*format)(const Value*, char*)) {
  const HeddlePoint* point = call_point();
  Value value = read_value(from, point);
  char text[2 * kTextSize];
  if (format(&value, text) == nullptr) return nullptr;
  write_bytes(to, text, std::strlen(text) + 1, point);
  return to;
}

template <typename Value>
char* text_hidden(const Value* from, char* (*format)(const Value*)) {
  const HeddlePoint* point = call_point();
  Value value = read_value(from, point);
  return hidden_write_event(point, [=] { return format(&value); });
}

std::size_t strftime_events(char* to, std::size_t size, const char* format, const tm* from) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(format, kNoLimit, scratch, point).bytes;
  tm parts = read_value(from, point);
  char* text = scratch.take(size);
  std::size_t length = std::strftime(text, size, kept, &parts);
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
  return executing() ? split_into(from, to, localtime_r) : localtime_r(from, to);
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
  return executing() ? text_into(from, to, asctime_r) : asctime_r(from, to);
}

char* __heddle_libc_ctime_r(const time_t* from, char* to) {
  return executing() ? text_into(from, to, ctime_r) : ctime_r(from, to);
}

char* __heddle_libc_asctime(const tm* from) {
  return executing() ? text_hidden(from, std::asctime) : std::asctime(from);
}

char* __heddle_libc_ctime(const time_t* from) { return executing() ? text_hidden(from, std::ctime) : std::ctime(from); }

}  // extern "C"
