// SPDX-License-Identifier: Apache-2.0
//
// Facts that differ from machine to machine, or from check to replay, and would make that another run: the number of
// processors, the locale, terminals. A controlled program gets constants.
#include <signal.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/machine.h"
#include "runtime/libc/ranges.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

namespace {

char g_locale_name[] = "C";

// Only the locale that every program starts with: others come from files, which libc keeps mapped.
char* locale_events(const char* wanted) {
  if (wanted == nullptr) return g_locale_name;
  Scratch scratch;
  const char* name = read_string(wanted, kNoLimit, scratch, call_point()).bytes;
  bool is_known = name[0] == 0 || std::strcmp(name, "C") == 0 || std::strcmp(name, "POSIX") == 0;
  return is_known ? g_locale_name : nullptr;
}

}  // namespace

HEDDLE_INTERPOSED long sysconf(int name) noexcept {
  bool asks_processors = name == _SC_NPROCESSORS_CONF || name == _SC_NPROCESSORS_ONLN;
  if (!controlled()) return HEDDLE_REAL(sysconf)(name);
  if (name == _SC_OPEN_MAX) return kDescriptors;
  return asks_processors ? kProcessors : HEDDLE_REAL(sysconf)(name);
}

HEDDLE_INTERPOSED int getdtablesize() noexcept { return controlled() ? kDescriptors : HEDDLE_REAL(getdtablesize)(); }

HEDDLE_INTERPOSED int get_nprocs() noexcept { return controlled() ? kProcessors : HEDDLE_REAL(get_nprocs)(); }

HEDDLE_INTERPOSED int get_nprocs_conf() noexcept {
  return controlled() ? kProcessors : HEDDLE_REAL(get_nprocs_conf)();
}

HEDDLE_INTERPOSED char* setlocale(int category, const char* name) noexcept {
  return executing() ? locale_events(name) : HEDDLE_REAL(setlocale)(category, name);
}
