// SPDX-License-Identifier: Apache-2.0
//
// Functions that take a string apart and remember how far they came: strtok, strtok_r, strsep. Reimplemented, because
// what they remember is memory too: for strtok a hidden variable of libc's, here one of ours whose accesses are events,
// so that two threads in strtok are seen to disturb each other.
#include <cstring>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// Where the latest strtok of any thread stopped. State of the checked program: restored between executions.
char* g_strtok_position;

// Events: what was remembered, the delimiters, the text up to the one that ends the token, the NUL that replaces it,
// what is to be remembered.
char* next_token(char* text, const char* delimiters, char** position) {
  const HeddlePoint* point = call_point();
  if (text == nullptr) text = read_value(position, point);
  Scratch scratch;
  const char* set = read_string(delimiters, kNoLimit, scratch, point).bytes;
  char* token = nullptr;
  char* end = nullptr;
  bool at_end = false;
  read_extent(text, point, [&] {
    token = text + std::strspn(text, set);
    end = token + std::strcspn(token, set);
    at_end = *end == 0;
    return static_cast<std::size_t>(end - text) + 1;
  });
  if (!at_end) write_bytes(end, "", 1, point);
  write_value(position, at_end ? end : end + 1, point);
  return token == end ? nullptr : token;
}

// Unlike a token, a field may be empty.
char* next_field(char** position, const char* delimiters) {
  const HeddlePoint* point = call_point();
  char* field = read_value(position, point);
  if (field == nullptr) return nullptr;
  Scratch scratch;
  const char* set = read_string(delimiters, kNoLimit, scratch, point).bytes;
  char* end = nullptr;
  bool at_end = false;
  read_extent(field, point, [&] {
    end = field + std::strcspn(field, set);
    at_end = *end == 0;
    return static_cast<std::size_t>(end - field) + 1;
  });
  if (!at_end) write_bytes(end, "", 1, point);
  write_value(position, at_end ? nullptr : end + 1, point);
  return field;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

char* __heddle_libc_strtok(char* text, const char* delimiters) {
  return executing() ? next_token(text, delimiters, &g_strtok_position)
                     : strtok_r(text, delimiters, &g_strtok_position);
}

char* __heddle_libc_strtok_r(char* text, const char* delimiters, char** position) {
  return executing() ? next_token(text, delimiters, position) : strtok_r(text, delimiters, position);
}

char* __heddle_libc_strsep(char** position, const char* delimiters) {
  return executing() ? next_field(position, delimiters) : strsep(position, delimiters);
}

}  // extern "C"
