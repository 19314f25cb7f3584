// SPDX-License-Identifier: Apache-2.0
//
// The virtual clock. One for the whole program, monotone, moved only by what the program does: reading it moves it by a
// microsecond (so that loops "until the time has come" end), sleeping by the time slept. Reading is a Clock event whose
// value is the answer; sleeping a Sleep event whose value is the time asked for, in nanoseconds; it can always run.
// Before main the clock stands still. Natively everything here is the real function.
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "runtime/deadline.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::uint64_t kMicrosecond = 1000;
constexpr std::uint64_t kSecond = 1000 * 1000 * kMicrosecond;
constexpr std::uint64_t kForever = 1000ull * 365 * 24 * 3600 * kSecond / 10;  // a century

// CPU time used, as far as the program can tell: a microsecond for each look. State of the checked program in ordinary
// .bss: restored between executions.
std::uint64_t g_cpu_time;

enum class Clock { Realtime, Monotonic, Cpu, Unknown };

Clock clock_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
      return Clock::Realtime;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      return Clock::Monotonic;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      return Clock::Cpu;
    default:  // those of other processes and of threads are computed numbers
      return clock < 0 ? Clock::Cpu : Clock::Unknown;
  }
}

std::uint64_t time_on(Clock clock) {
  switch (clock) {
    case Clock::Realtime:
      return kRealtimeStart + state().virtual_time;
    case Clock::Monotonic:
      return kMonotonicStart + state().virtual_time;
    case Clock::Cpu:
    case Clock::Unknown:
      return g_cpu_time;
  }
  __builtin_unreachable();
}

// Nanoseconds on `clock`, as an event.
std::uint64_t look_at(Clock clock) {
  if (!executing()) return time_on(clock);
  const HeddlePoint* point = call_point();
  await_turn(&state().virtual_time);
  std::uint64_t now = time_on(clock);
  (clock == Clock::Cpu ? g_cpu_time : state().virtual_time) += kMicrosecond;
  record(EventKind::Clock, &state().virtual_time, now, point);
  return now;
}

void pass_time(std::uint64_t asked) {
  const HeddlePoint* point = call_point();
  await_turn(&state().virtual_time);
  state().virtual_time += asked < kForever ? asked : kForever;
  record(EventKind::Sleep, &state().virtual_time, asked, point);
}

void pass_until(Clock clock, std::uint64_t target) {
  const HeddlePoint* point = call_point();
  await_turn(&state().virtual_time);
  std::uint64_t now = time_on(clock);
  if (target > now) state().virtual_time += target - now < kForever ? target - now : kForever;
  record(EventKind::Sleep, &state().virtual_time, target, point);
}

timespec as_timespec(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}

timeval as_timeval(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond / kMicrosecond)};
}

bool is_valid(const timespec& duration) {
  return duration.tv_sec >= 0 && duration.tv_nsec >= 0 && duration.tv_nsec < static_cast<long>(kSecond);
}

std::uint64_t nanoseconds_of(const timespec& duration) {
  std::uint64_t seconds = static_cast<std::uint64_t>(duration.tv_sec);
  if (seconds >= kForever / kSecond) return kForever;
  return seconds * kSecond + static_cast<std::uint64_t>(duration.tv_nsec);
}

// Returns 0 or an error number, as clock_nanosleep.
int sleep_for(const timespec* duration) {
  if (duration == nullptr) return EFAULT;
  timespec asked = read_value(duration, call_point());
  if (!is_valid(asked)) return EINVAL;
  pass_time(nanoseconds_of(asked));
  return 0;
}

int sleep_on(clockid_t clock, int flags, const timespec* request) {
  Clock kind = clock_of(clock);
  if (kind == Clock::Unknown || clock == CLOCK_THREAD_CPUTIME_ID) return EINVAL;
  if (kind == Clock::Cpu) end_unsupported("clock_nanosleep", "on a clock of CPU time");
  if ((flags & TIMER_ABSTIME) == 0) return sleep_for(request);
  if (request == nullptr) return EFAULT;
  timespec target = read_value(request, call_point());
  if (!is_valid(target)) return EINVAL;
  // A target before the clock's zero or after the end of time is still a plain number of nanoseconds here.
  std::uint64_t seconds = static_cast<std::uint64_t>(target.tv_sec);
  pass_until(kind, seconds < ~0ull / kSecond ? seconds * kSecond + static_cast<std::uint64_t>(target.tv_nsec) : ~0ull);
  return 0;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// ---- reading -------------------------------------------------------------------------------------------------------

HEDDLE_INTERPOSED int clock_gettime(clockid_t clock, timespec* result) noexcept {
  if (!controlled()) return HEDDLE_REAL(clock_gettime)(clock, result);
  Clock kind = clock_of(clock);
  if (kind == Clock::Unknown) {
    errno = EINVAL;
    return -1;
  }
  write_value(result, as_timespec(look_at(kind)), call_point());
  return 0;
}

HEDDLE_INTERPOSED int timespec_get(timespec* result, int base) noexcept {
  if (!controlled()) return HEDDLE_REAL(timespec_get)(result, base);
  if (base != TIME_UTC) return 0;
  write_value(result, as_timespec(look_at(Clock::Realtime)), call_point());
  return base;
}

HEDDLE_INTERPOSED int gettimeofday(timeval* result, void* zone) noexcept {
  if (!controlled()) return HEDDLE_REAL(gettimeofday)(result, zone);
  if (zone != nullptr) write_value(static_cast<struct timezone*>(zone), {}, call_point());
  write_value(result, as_timeval(look_at(Clock::Realtime)), call_point());
  return 0;
}

HEDDLE_INTERPOSED time_t time(time_t* result) noexcept {
  if (!controlled()) return HEDDLE_REAL(time)(result);
  time_t now = static_cast<time_t>(look_at(Clock::Realtime) / kSecond);
  if (result != nullptr) write_value(result, now, call_point());
  return now;
}

HEDDLE_INTERPOSED clock_t clock() noexcept {
  if (!controlled()) return HEDDLE_REAL(clock)();
  return static_cast<clock_t>(look_at(Clock::Cpu) / (kSecond / CLOCKS_PER_SEC));
}

HEDDLE_INTERPOSED clock_t times(struct tms* result) noexcept {
  if (!controlled()) return HEDDLE_REAL(times)(result);
  clock_t ticks = static_cast<clock_t>(look_at(Clock::Monotonic) / (kSecond / 100));
  if (result != nullptr) write_value(result, {}, call_point());
  return ticks;
}

HEDDLE_INTERPOSED int getrusage(__rusage_who_t who, struct rusage* result) noexcept {
  if (!controlled()) return HEDDLE_REAL(getrusage)(who, result);
  struct rusage usage = {};
  usage.ru_utime = as_timeval(look_at(Clock::Cpu));
  write_value(result, usage, call_point());
  return 0;
}

HEDDLE_INTERPOSED int clock_getres(clockid_t clock, timespec* result) noexcept {
  if (!executing() || result == nullptr) return HEDDLE_REAL(clock_getres)(clock, result);
  timespec resolution = {};
  int code = HEDDLE_REAL(clock_getres)(clock, &resolution);
  if (code == 0) write_value(result, resolution, call_point());
  return code;
}

// ---- sleeping ------------------------------------------------------------------------------------------------------

HEDDLE_INTERPOSED int nanosleep(const timespec* duration, timespec* remaining) {
  if (!executing()) return HEDDLE_REAL(nanosleep)(duration, remaining);
  int error = sleep_for(duration);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

HEDDLE_INTERPOSED int clock_nanosleep(clockid_t clock, int flags, const timespec* request, timespec* remaining) {
  if (!executing()) return HEDDLE_REAL(clock_nanosleep)(clock, flags, request, remaining);
  return sleep_on(clock, flags, request);
}

HEDDLE_INTERPOSED int usleep(useconds_t microseconds) {
  if (!executing()) return HEDDLE_REAL(usleep)(microseconds);
  pass_time(microseconds * kMicrosecond);
  return 0;
}

HEDDLE_INTERPOSED unsigned sleep(unsigned seconds) {
  if (!executing()) return HEDDLE_REAL(sleep)(seconds);
  pass_time(seconds * kSecond);
  return 0;
}

HEDDLE_INTERPOSED int thrd_sleep(const timespec* duration, timespec* remaining) {
  if (!executing()) return HEDDLE_REAL(thrd_sleep)(duration, remaining);
  return sleep_for(duration) == 0 ? 0 : -2;
}

HEDDLE_INTERPOSED int sched_yield() noexcept {
  if (!executing()) return HEDDLE_REAL(sched_yield)();
  const HeddlePoint* point = call_point();
  await_turn();
  record(EventKind::Yield, nullptr, 0, point);
  return 0;
}

HEDDLE_INTERPOSED void thrd_yield() { sched_yield(); }
