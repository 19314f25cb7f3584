// SPDX-License-Identifier: Apache-2.0
//
// getopt and its kin: how far the words were read stands in variables that the program can read and set (optind), and
// in hidden ones of libc's. The words are the program's, and are put in another order.
#include <getopt.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/libc/environment.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// Stands for what libc remembers, in events.
const char g_progress = 0;

void read_words(int count, char* const* words, Scratch& scratch, const HeddlePoint* point) {
  if (count <= 0 || words == nullptr) return;
  View kept = read_bytes(words, static_cast<std::size_t>(count) * sizeof(char*), scratch, point);
  for (int i = 0; i < count; ++i) {
    const char* word = reinterpret_cast<char* const*>(kept.bytes)[i];
    if (word != nullptr) read_extent(word, point, [=] { return string_extent(word, kNoLimit); });
  }
}

// The table ends with an option without a name.
void read_options(const option* options, const HeddlePoint* point) {
  for (; options != nullptr; ++options) {
    const char* name = read_value(options, point).name;
    if (name == nullptr) return;
    read_extent(name, point, [=] { return string_extent(name, kNoLimit); });
  }
}

// The letters as libc is to see them. Where POSIXLY_CORRECT is set they mean what they would mean with a '+' before them.
const char* read_letters(const char* letters, Scratch& scratch, const HeddlePoint* point) {
  const View kept = read_string(letters, kNoLimit, scratch, point);
  const bool says_so_itself = kept.bytes[0] == '+' || kept.bytes[0] == '-';
  if (says_so_itself || look_up_variable("POSIXLY_CORRECT") == nullptr) return kept.bytes;
  char* marked = scratch.take(kept.size + 1);
  marked[0] = '+';
  std::memcpy(marked + 1, kept.bytes, kept.size);
  return marked;
}

// What the environment says was found out by events before; libc would look again, later.
class EnvironmentAside {
 public:
  EnvironmentAside() { environ = nullptr; }
  ~EnvironmentAside() { environ = kept_; }
  EnvironmentAside(const EnvironmentAside&) = delete;
  EnvironmentAside& operator=(const EnvironmentAside&) = delete;

 private:
  char** const kept_ = environ;
};

// parse(letters) is the function itself. Three variables may be others afterwards, and the order of the words.
template <typename Parse>
int parse_events(int count, char* const* words, const char* asked, Parse parse) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* letters = read_letters(asked, scratch, point);
  read_value(&optind, point);
  read_value(&opterr, point);
  read_words(count, words, scratch, point);
  const std::size_t size = count > 0 ? static_cast<std::size_t>(count) * sizeof(char*) : 0;
  char* before = scratch.take(size);
  await_turn(&g_progress);
  std::memcpy(before, words, size);
  const int index = optind, unknown = optopt;
  const char* const argument = optarg;
  int result = 0;
  {
    const EnvironmentAside aside;
    result = parse(letters);
  }
  record(EventKind::Call, &g_progress, static_cast<std::uint64_t>(result), point);
  if (optind != index) write_with(&optind, sizeof(optind), point, [] {});
  if (optopt != unknown) write_with(&optopt, sizeof(optopt), point, [] {});
  if (optarg != argument) write_with(&optarg, sizeof(optarg), point, [] {});
  if (std::memcmp(before, words, size) != 0) write_with(const_cast<char**>(words), size, point, [] {});
  return result;
}

using LongParse = int (*)(int, char* const*, const char*, const option*, int*);

// An option may name a variable for its value.
int parse_long_events(int count, char* const* words, const char* letters, const option* options, int* index_at,
                      LongParse real) {
  int index = -1;
  read_options(options, call_point());
  int result = parse_events(count, words, letters, [&](const char* seen) { return real(count, words, seen, options, &index); });
  if (index < 0) return result;
  const HeddlePoint* point = call_point();
  if (options[index].flag != nullptr) write_with(options[index].flag, sizeof(int), point, [] {});
  if (index_at != nullptr) write_value(index_at, index, point);
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED int getopt(int count, char* const* words, const char* letters) noexcept {
  auto real = HEDDLE_REAL(getopt);
  if (!executing()) return real(count, words, letters);
  return parse_events(count, words, letters, [=](const char* seen) { return real(count, words, seen); });
}

#define HEDDLE_LONG_OPTIONS(name)                                                                       \
  HEDDLE_INTERPOSED int name(int count, char* const* words, const char* letters, const option* options, \
                             int* index) noexcept {                                                     \
    auto real = HEDDLE_REAL(name);                                                                      \
    if (!executing()) return real(count, words, letters, options, index);                               \
    return parse_long_events(count, words, letters, options, index, real);                              \
  }
HEDDLE_LONG_OPTIONS(getopt_long)
HEDDLE_LONG_OPTIONS(getopt_long_only)
#undef HEDDLE_LONG_OPTIONS
