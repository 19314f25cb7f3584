// SPDX-License-Identifier: Apache-2.0
//
// Functions on NUL-terminated strings that only read: length, comparison, search. Where two strings are involved, one
// is read as a whole first and the other exactly as far as needed: how far both would be needed is known only after
// both were seen, and deciding the first extent by a look at the second string would be a hidden channel.
#include <cctype>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

using Fold = int (*)(int);
int as_is(int character) { return character; }
int lower(int character) { return std::tolower(character); }

struct Comparison {
  std::size_t extent;  // bytes looked at in both
  int result;
};

Comparison compare(const char* left, const char* right, std::size_t limit, Fold fold) {
  for (std::size_t index = 0;; ++index) {
    int l = fold(static_cast<unsigned char>(left[index]));
    int r = fold(static_cast<unsigned char>(right[index]));
    if (l != r || l == 0 || index + 1 == limit) return {index + 1, l - r};
  }
}

// The string that is read as a whole is the one that costs no event, if there is one, else the second: in
// strcmp(shared, "literal") that reports exactly what was needed of the shared one.
int compare_events(const char* left, const char* right, std::size_t limit, Fold fold) {
  if (limit == 0) return 0;
  const HeddlePoint* point = call_point();
  bool swapped = is_quiet(left) && !is_quiet(right);
  const char* exact = swapped ? right : left;
  Scratch scratch;
  View whole = read_string(swapped ? left : right, limit, scratch, point);
  Comparison comparison{};
  read_extent(exact, point, [&] {
    comparison = compare(exact, whole.bytes, limit, fold);
    return comparison.extent;
  });
  return swapped ? -comparison.result : comparison.result;
}

// For orders that libc knows better: both strings count as read completely.
int compare_whole(const char* left, const char* right, int (*order)(const char*, const char*)) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View first = read_string(left, kNoLimit, scratch, point);
  View second = read_string(right, kNoLimit, scratch, point);
  return order(first.bytes, second.bytes);
}

// One string, searched by search(), which returns the match or nullptr. It reads up to and including the match, or all.
template <typename Search>
char* search_one(const char* text, Search search) {
  const char* found = nullptr;
  read_extent(text, call_point(), [&] {
    found = search(text);
    return found ? static_cast<std::size_t>(found - text) + 1 : std::strlen(text) + 1;
  });
  return const_cast<char*>(found);
}

// The needle as a whole, then the haystack up to the end of the first match.
template <typename Search>
char* search_string(const char* haystack, const char* needle, Search search) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View wanted = read_string(needle, kNoLimit, scratch, point);
  std::size_t length = wanted.size - 1;
  if (length == 0) return const_cast<char*>(haystack);
  const char* found = nullptr;
  read_extent(haystack, point, [&] {
    found = search(haystack, wanted.bytes);
    return found ? static_cast<std::size_t>(found - haystack) + length : std::strlen(haystack) + 1;
  });
  return const_cast<char*>(found);
}

// Length of the first part of `text` for which measure(text, set) stands; reads the character after it as well.
template <typename Measure>
std::size_t span(const char* text, const char* set, Measure measure) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View whole = read_string(set, kNoLimit, scratch, point);
  return read_extent(text, point, [&] { return measure(text, whole.bytes) + 1; }) - 1;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

std::size_t __heddle_libc_strlen(const char* text) {
  if (!executing()) return std::strlen(text);
  return read_extent(text, call_point(), [=] { return std::strlen(text) + 1; }) - 1;
}

std::size_t __heddle_libc_strnlen(const char* text, std::size_t limit) {
  if (!executing()) return strnlen(text, limit);
  if (limit == 0) return 0;
  std::size_t length = 0;
  read_extent(text, call_point(), [&] {
    length = strnlen(text, limit);
    return length < limit ? length + 1 : limit;
  });
  return length;
}

int __heddle_libc_strcmp(const char* left, const char* right) {
  return executing() ? compare_events(left, right, kNoLimit, as_is) : std::strcmp(left, right);
}

int __heddle_libc_strncmp(const char* left, const char* right, std::size_t limit) {
  return executing() ? compare_events(left, right, limit, as_is) : std::strncmp(left, right, limit);
}

int __heddle_libc_strcasecmp(const char* left, const char* right) {
  return executing() ? compare_events(left, right, kNoLimit, lower) : strcasecmp(left, right);
}

int __heddle_libc_strncasecmp(const char* left, const char* right, std::size_t limit) {
  return executing() ? compare_events(left, right, limit, lower) : strncasecmp(left, right, limit);
}

// How far a collation has to look depends on the locale.
int __heddle_libc_strcoll(const char* left, const char* right) {
  return executing() ? compare_whole(left, right, std::strcoll) : std::strcoll(left, right);
}

int __heddle_libc_strverscmp(const char* left, const char* right) {
  return executing() ? compare_whole(left, right, strverscmp) : strverscmp(left, right);
}

char* __heddle_libc_strchr(const char* text, int character) {
  if (!executing()) return const_cast<char*>(std::strchr(text, character));
  return search_one(text, [=](const char* in) { return std::strchr(in, character); });
}

char* __heddle_libc_strchrnul(const char* text, int character) {
  if (!executing()) return const_cast<char*>(strchrnul(text, character));
  return search_one(text, [=](const char* in) { return strchrnul(in, character); });
}

// The last occurrence is known only at the end of the string.
char* __heddle_libc_strrchr(const char* text, int character) {
  if (!executing()) return const_cast<char*>(std::strrchr(text, character));
  const char* found = nullptr;
  read_extent(text, call_point(), [&] {
    found = std::strrchr(text, character);
    return std::strlen(text) + 1;
  });
  return const_cast<char*>(found);
}

char* __heddle_libc_strstr(const char* haystack, const char* needle) {
  if (!executing()) return const_cast<char*>(std::strstr(haystack, needle));
  return search_string(haystack, needle, [](const char* in, const char* what) { return std::strstr(in, what); });
}

char* __heddle_libc_strcasestr(const char* haystack, const char* needle) {
  if (!executing()) return const_cast<char*>(strcasestr(haystack, needle));
  return search_string(haystack, needle, [](const char* in, const char* what) { return strcasestr(in, what); });
}

std::size_t __heddle_libc_strspn(const char* text, const char* accept) {
  if (!executing()) return std::strspn(text, accept);
  return span(text, accept, [](const char* in, const char* set) { return std::strspn(in, set); });
}

std::size_t __heddle_libc_strcspn(const char* text, const char* reject) {
  if (!executing()) return std::strcspn(text, reject);
  return span(text, reject, [](const char* in, const char* set) { return std::strcspn(in, set); });
}

char* __heddle_libc_strpbrk(const char* text, const char* accept) {
  if (!executing()) return const_cast<char*>(std::strpbrk(text, accept));
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View set = read_string(accept, kNoLimit, scratch, point);
  const char* found = nullptr;
  read_extent(text, point, [&] {
    found = std::strpbrk(text, set.bytes);
    return found ? static_cast<std::size_t>(found - text) + 1 : std::strlen(text) + 1;
  });
  return const_cast<char*>(found);
}

}  // extern "C"

// Names of old for strchr and strrchr. No standard keeps programs from having functions of their own with these names.
HEDDLE_INTERPOSED char* first_in(const char* text, int character) noexcept asm("index");
HEDDLE_INTERPOSED char* last_in(const char* text, int character) noexcept asm("rindex");
char* first_in(const char* text, int character) noexcept { return __heddle_libc_strchr(text, character); }
char* last_in(const char* text, int character) noexcept { return __heddle_libc_strrchr(text, character); }
