// SPDX-License-Identifier: Apache-2.0
//
// The wide-character counterparts of memory.cpp, string.cpp and string_copy.cpp, which std::wstring stands on too. Same
// order and extent of events; sizes are in whole characters.
#include <cwchar>
#include <cwctype>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kWidth = sizeof(wchar_t);

// Characters that a walk over a string of at most `limit` touches: up to and including its NUL.
std::size_t touched(const wchar_t* text, std::size_t limit) {
  std::size_t length = wcsnlen(text, limit);
  return length < limit ? length + 1 : limit;
}

struct WideView {
  const wchar_t* text;
  std::size_t size;  // characters
  std::size_t length() const { return wcsnlen(text, size); }
};

WideView read_wide(const wchar_t* text, std::size_t limit, Scratch& scratch, const HeddlePoint* point) {
  if (limit == 0) return {text, 0};
  View kept = read_kept(text, scratch, point, [=] { return touched(text, limit) * kWidth; });
  return {reinterpret_cast<const wchar_t*>(kept.bytes), kept.size / kWidth};
}

struct Comparison {
  std::size_t extent;  // characters looked at in both
  int result;
};

Comparison compare(const wchar_t* left, const wchar_t* right, std::size_t limit) {
  for (std::size_t index = 0;; ++index) {
    wchar_t l = left[index], r = right[index];
    if (l != r || l == 0 || index + 1 == limit) return {index + 1, l < r ? -1 : l > r ? 1 : 0};
  }
}

int compare_events(const wchar_t* left, const wchar_t* right, std::size_t limit) {
  if (limit == 0) return 0;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  WideView whole = read_wide(right, limit, scratch, point);
  Comparison comparison{};
  read_extent(left, point, [&] {
    comparison = compare(left, whole.text, limit);
    return comparison.extent * kWidth;
  });
  return comparison.result;
}

// search(text) returns the match or nullptr; size() how much there is if it finds none.
template <typename Search, typename Size>
wchar_t* search_events(const wchar_t* text, Search search, Size size) {
  const wchar_t* found = nullptr;
  read_extent(text, call_point(), [&] {
    found = search(text);
    return (found ? static_cast<std::size_t>(found - text) + 1 : size()) * kWidth;
  });
  return const_cast<wchar_t*>(found);
}

void copy_padded(wchar_t* to, const wchar_t* from, std::size_t size) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  WideView source = read_wide(from, size, scratch, point);
  std::size_t length = source.length();
  write_with(to, size * kWidth, point, [=] {
    std::wmemmove(to, source.text, length);
    std::wmemset(to + length, 0, size - length);
  });
}

wchar_t* append(wchar_t* to, const wchar_t* from, std::size_t limit) {
  const HeddlePoint* point = call_point();
  std::size_t length = read_extent(to, point, [=] { return (std::wcslen(to) + 1) * kWidth; }) / kWidth - 1;
  Scratch scratch;
  WideView source = read_wide(from, limit, scratch, point);
  std::size_t added = source.length();
  wchar_t* end = to + length;
  write_with(end, (added + 1) * kWidth, point, [=] {
    std::wmemmove(end, source.text, added);
    end[added] = 0;
  });
  return to;
}

int compare_memory(const wchar_t* left, const wchar_t* right, std::size_t size) {
  if (size == 0) return 0;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View first = read_bytes(left, size * kWidth, scratch, point);
  int result = 0;
  read_extent(right, point, [&] {
    result = std::wmemcmp(reinterpret_cast<const wchar_t*>(first.bytes), right, size);
    return size * kWidth;
  });
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

std::size_t __heddle_libc_wcslen(const wchar_t* text) {
  if (!executing()) return std::wcslen(text);
  return read_extent(text, call_point(), [=] { return (std::wcslen(text) + 1) * kWidth; }) / kWidth - 1;
}

std::size_t __heddle_libc_wcsnlen(const wchar_t* text, std::size_t limit) {
  if (!executing() || limit == 0) return wcsnlen(text, limit);
  std::size_t length = 0;
  read_extent(text, call_point(), [&] {
    length = wcsnlen(text, limit);
    return touched(text, limit) * kWidth;
  });
  return length;
}

int __heddle_libc_wcscmp(const wchar_t* left, const wchar_t* right) {
  return executing() ? compare_events(left, right, kNoLimit) : std::wcscmp(left, right);
}

int __heddle_libc_wcsncmp(const wchar_t* left, const wchar_t* right, std::size_t limit) {
  return executing() ? compare_events(left, right, limit) : std::wcsncmp(left, right, limit);
}

wchar_t* __heddle_libc_wcschr(const wchar_t* text, wchar_t character) {
  if (!executing()) return const_cast<wchar_t*>(std::wcschr(text, character));
  return search_events(
      text, [=](const wchar_t* in) { return std::wcschr(in, character); }, [=] { return std::wcslen(text) + 1; });
}

wchar_t* __heddle_libc_wmemchr(const wchar_t* memory, wchar_t character, std::size_t size) {
  if (!executing() || size == 0) return const_cast<wchar_t*>(std::wmemchr(memory, character, size));
  return search_events(
      memory, [=](const wchar_t* in) { return std::wmemchr(in, character, size); }, [=] { return size; });
}

wchar_t* __heddle_libc_wcscpy(wchar_t* to, const wchar_t* from) {
  if (!executing()) return std::wcscpy(to, from);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  WideView source = read_wide(from, kNoLimit, scratch, point);
  write_bytes(to, source.text, source.size * kWidth, point);
  return to;
}

wchar_t* __heddle_libc_wcsncpy(wchar_t* to, const wchar_t* from, std::size_t size) {
  if (!executing()) return std::wcsncpy(to, from, size);
  copy_padded(to, from, size);
  return to;
}

wchar_t* __heddle_libc_wcscat(wchar_t* to, const wchar_t* from) {
  return executing() ? append(to, from, kNoLimit) : std::wcscat(to, from);
}

wchar_t* __heddle_libc_wcsncat(wchar_t* to, const wchar_t* from, std::size_t limit) {
  return executing() ? append(to, from, limit) : std::wcsncat(to, from, limit);
}

wchar_t* __heddle_libc_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t size) {
  __heddle_memcpy(to, from, size * kWidth, call_point());
  return to;
}

wchar_t* __heddle_libc_wmemmove(wchar_t* to, const wchar_t* from, std::size_t size) {
  __heddle_memmove(to, from, size * kWidth, call_point());
  return to;
}

wchar_t* __heddle_libc_wmemset(wchar_t* to, wchar_t character, std::size_t size) {
  if (!executing()) return std::wmemset(to, character, size);
  write_with(to, size * kWidth, call_point(), [=] { std::wmemset(to, character, size); });
  return to;
}

int __heddle_libc_wmemcmp(const wchar_t* left, const wchar_t* right, std::size_t size) {
  return executing() ? compare_memory(left, right, size) : std::wmemcmp(left, right, size);
}

}  // extern "C"

// ---- classes of characters, by name ---------------------------------------------------------------------------------

#define HEDDLE_CLASS(type, name)                                                   \
  HEDDLE_INTERPOSED type name(const char* wanted) noexcept {                       \
    if (!executing()) return HEDDLE_REAL(name)(wanted);                            \
    Scratch scratch;                                                               \
    return HEDDLE_REAL(name)(read_string(wanted, kNoLimit, scratch, call_point()).bytes); \
  }
HEDDLE_CLASS(wctype_t, wctype)
HEDDLE_CLASS(wctrans_t, wctrans)
#undef HEDDLE_CLASS
