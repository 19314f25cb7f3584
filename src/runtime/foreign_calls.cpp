// SPDX-License-Identifier: Apache-2.0
//
// Compiled code finds out only afterwards whether a function that it called by pointer, or that another file or library
// defines, was instrumented. What is to be made of the others is decided here, once for each function: all that is kept lies
// in the ring, which no reset touches.
#include "runtime/foreign_calls.h"

#include <dlfcn.h>
#include <string.h>

#include <initializer_list>

#include "runtime/runtime.h"
#include "wire/library_calls.h"

// Where the build puts the code of the runtime's archives.
extern "C" {
extern const char __start_heddle_text[] __attribute__((weak, visibility("hidden")));
}
extern "C" {
extern const char __stop_heddle_text[] __attribute__((weak, visibility("hidden")));
}

namespace heddle::runtime {
namespace {

bool is_of_runtime(const void* function) { return function >= __start_heddle_text && function < __stop_heddle_text; }

struct Word {
  const char* begin;
  const char* end;
};

// Words of `list`, separated by blanks.
template <typename Wanted>
bool any_word(const char* list, Wanted is_wanted) {
  while (*list != 0) {
    const char* end = strchrnul(list, ' ');
    if (end != list && is_wanted(Word{list, end})) return true;
    list = *end == 0 ? end : end + 1;
  }
  return false;
}

bool matches(Word pattern, const char* name) {
  for (; pattern.begin != pattern.end; ++pattern.begin, ++name) {
    if (*pattern.begin == '*') {
      const Word rest = {pattern.begin + 1, pattern.end};
      for (;; ++name) {
        if (matches(rest, name)) return true;
        if (*name == 0) return false;
      }
    }
    if (*name == 0 || (*pattern.begin != '?' && *pattern.begin != *name)) return false;
  }
  return *name == 0;
}

bool is_plain(Word word) {
  for (; word.begin != word.end; ++word.begin) {
    if (*word.begin == '*' || *word.begin == '?') return false;
  }
  return true;
}

bool has(const wire::LibraryRow& row, const char* name, bool plain) {
  return any_word(row.names, [=](Word word) { return is_plain(word) == plain && matches(word, name); });
}

// As the pass looks it up: names come before patterns.
bool is_in_table(const char* name) {
  for (const bool plain : {true, false}) {
    for (const wire::LibraryRow& row : wire::kLibraryCalls) {
      if (has(row, name, plain)) return row.kind == wire::CallClass::Fixed || row.kind == wire::CallClass::Harmless;
    }
  }
  return false;
}

// libm chooses one of several functions for the processor: none of them has a name.
bool is_math(const void* function) {
  const bool found = any_word(wire::kMathCalls, [=](Word word) {
    char name[32] = {};
    const std::size_t length = static_cast<std::size_t>(word.end - word.begin);
    memcpy(name, word.begin, length);
    for (const char suffix : {'\0', 'f', 'l'}) {
      name[length] = suffix;
      if (dlsym(RTLD_NEXT, name) == function) return true;
    }
    return false;
  });
  forget_failed_look_ups();
  return found;
}

// What ld.so does to tell a name is none of the program's events.
bool is_known(const void* function) {
  if (is_of_runtime(function)) return true;
  State& s = state();
  s.active = false;
  Dl_info info = {};
  const bool is_of_library = dladdr(function, &info) != 0;
  const bool is_exported = is_of_library && info.dli_saddr == function;
  const bool is_of_libm = is_of_library && strstr(info.dli_fname, "/libm.so") != nullptr;
  const bool is_listed = (is_exported && is_in_table(info.dli_sname)) || (is_of_libm && is_math(function));
  s.active = true;
  return is_listed;
}

bool look_up(const void* function) {
  wire::RingHeader& ring = *state().ring;
  const auto address = reinterpret_cast<std::uint64_t>(function);
  for (std::uint32_t i = 0; i < ring.foreign_count; ++i) {
    if (ring.foreign[i].address == address) return ring.foreign[i].is_known != 0;
  }
  const bool known = is_known(function);
  if (ring.foreign_count < wire::kMostForeign) ring.foreign[ring.foreign_count++] = {address, known};
  return known;
}

}  // namespace

void note_unmodelled(const HeddlePoint* point) {
  wire::RingHeader& ring = *state().ring;
  const std::uint32_t number = point == nullptr ? wire::kNoPoint : point_number(point);
  const std::uint32_t count = ring.unmodelled_count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (ring.unmodelled[i] == number) return;
  }
  if (count == wire::kMostUnmodelled) return;
  ring.unmodelled[count] = number;
  ring.unmodelled_count = count + 1;
}

void note_foreign_call(const void* function, const HeddlePoint* point) {
  if (!look_up(function)) note_unmodelled(point);
}

}  // namespace heddle::runtime
