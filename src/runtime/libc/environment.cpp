// SPDX-License-Identifier: Apache-2.0
//
// The environment is memory: the variable `environ`, the array that it points to, and the texts of the variables.
// getenv reads all of it that may have changed; setenv and its kin write what they change. Programs do so as well: they
// assign to `environ`, and putenv makes a text of theirs a variable. Texts that were there at the start, and those that
// setenv has made, nobody overwrites. What else libc keeps (which texts it has made before) is a hidden object, behind
// a lock.
#include "runtime/libc/environment.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/heap.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {

const char g_environment = 0;

namespace {

pthread_mutex_t g_environment_lock = PTHREAD_MUTEX_INITIALIZER;

// Texts that setenv has made in this execution. Program memory.
constexpr std::size_t kMostTexts = 512;
const char* g_made[kMostTexts];
std::size_t g_made_count;

bool was_made(const char* text) {
  for (std::size_t i = 0; i < g_made_count; ++i) {
    if (g_made[i] == text) return true;
  }
  return false;
}

bool is_on_heap(const char* text) { return reinterpret_cast<std::uintptr_t>(text) - kArenaBase < kArenasSize; }

// The texts of the start, behind the array of them. Where nobody has copied them all are.
bool was_there(const char* text) {
  auto* first = reinterpret_cast<const char*>(state().envp);
  return first == nullptr || (text > first && text < state().envp_end);
}

std::size_t count_variables(char** variables) {
  std::size_t count = 0;
  while (variables != nullptr && variables[count] != nullptr) ++count;
  return count;
}

struct Variables {
  char* const* texts;
  std::size_t count;
};

Variables read_variables(Scratch& scratch, const HeddlePoint* point) {
  char** at = read_value(&environ, point);
  if (at == nullptr) return {nullptr, 0};
  View kept = read_kept(at, scratch, point, [=] { return (count_variables(at) + 1) * sizeof(char*); });
  return {reinterpret_cast<char* const*>(kept.bytes), kept.size / sizeof(char*) - 1};
}

// Where the value begins if `text`, kept as `content`, is the variable `name`; else nullptr.
char* value_in(char* text, const char* content, const char* name, std::size_t length) {
  return std::strncmp(content, name, length) == 0 && content[length] == '=' ? text + length + 1 : nullptr;
}

// Texts that are new are written; libc's own are at the end, or where the variable was.
void write_new_texts(Variables variables, const HeddlePoint* point) {
  for (std::size_t i = 0; i < variables.count; ++i) {
    char* text = variables.texts[i];
    if (!is_on_heap(text) || was_there(text) || was_made(text) || g_made_count == kMostTexts) continue;
    g_made[g_made_count++] = text;
    write_with(text, std::strlen(text) + 1, point, [] {});
  }
}

std::size_t size_of(char** variables) {
  return variables == nullptr ? 0 : (count_variables(variables) + 1) * sizeof(char*);
}

char** copied(char** variables, std::size_t size, Scratch& scratch) {
  if (size == 0) return nullptr;
  return static_cast<char**>(std::memcpy(scratch.take(size), variables, size));
}

// libc changes all at once. Whoever reads without its lock sees each part change when its turn comes, not before.
template <typename Change>
int change_environment(const HeddlePoint* point, bool makes_texts, Change change) {
  require_visible(wire::kEnvironment);
  pthread_mutex_lock(&g_environment_lock);
  await_turn(&g_environment);
  Scratch scratch;
  char** before = environ;
  const std::size_t size_before = size_of(before);
  char** kept = copied(before, size_before, scratch);
  hold_block(before);
  int result = change();
  int error = errno;
  const bool is_freed = let_go_of_block();
  char** after = environ;
  const std::size_t size = size_of(after);
  char** wanted = copied(after, size, scratch);
  environ = before;
  if (after == before && kept != nullptr) std::memcpy(before, kept, size_before);
  record(EventKind::Call, &g_environment, static_cast<std::uint64_t>(result), point);
  if (makes_texts && size != 0) write_new_texts({wanted, size / sizeof(char*) - 1}, point);
  write_with(after, size, point, [=] { std::memcpy(after, wanted, size); });
  if (after != before) write_with(&environ, sizeof(environ), point, [=] { environ = after; });
  if (is_freed) std::free(before);  // not before: libc's own functions look for TZ without an event
  pthread_mutex_unlock(&g_environment_lock);
  errno = error;
  return result;
}

int set_events(const char* name, const char* value, int overwrite) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept_name = read_string(name, kNoLimit, scratch, point).bytes;
  const char* kept_value = read_string(value, kNoLimit, scratch, point).bytes;
  return change_environment(point, true, [=] { return setenv(kept_name, kept_value, overwrite); });
}

int unset_events(const char* name) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(name, kNoLimit, scratch, point).bytes;
  return change_environment(point, false, [=] { return unsetenv(kept); });
}

// The program's own text becomes part of the environment, whatever it says later: libc gets the original.
int put_events(char* text) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  read_string(text, kNoLimit, scratch, point);
  return change_environment(point, false, [=] { return putenv(text); });
}

}  // namespace

char* look_up_variable(const char* name) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(name, kNoLimit, scratch, point).bytes;
  std::size_t length = std::strlen(kept);
  Variables variables = read_variables(scratch, point);
  for (std::size_t i = 0; length != 0 && i < variables.count; ++i) {
    char* text = variables.texts[i];
    bool stays = was_there(text) || was_made(text);
    const char* content = stays ? text : read_string(text, kNoLimit, scratch, point).bytes;
    if (char* value = value_in(text, content, kept, length)) return value;
  }
  return nullptr;
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

char* __heddle_libc_getenv(const char* name) { return executing() ? look_up_variable(name) : std::getenv(name); }

char* __heddle_libc_secure_getenv(const char* name) { return executing() ? look_up_variable(name) : secure_getenv(name); }

int __heddle_libc_setenv(const char* name, const char* value, int overwrite) {
  return executing() ? set_events(name, value, overwrite) : setenv(name, value, overwrite);
}

int __heddle_libc_unsetenv(const char* name) { return executing() ? unset_events(name) : unsetenv(name); }

int __heddle_libc_putenv(char* text) { return executing() ? put_events(text) : putenv(text); }

}  // extern "C"

HEDDLE_INTERPOSED int clearenv() noexcept {
  auto real = HEDDLE_REAL(clearenv);
  return executing() ? change_environment(call_point(), false, real) : real();
}
