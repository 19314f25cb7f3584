// SPDX-License-Identifier: Apache-2.0
//
// dlopen. A library that comes into the process during an execution would have to go again at its end: with its data, its
// thread-local storage, its tables and what ld.so knows about it. Instead the worker that meets such a call leaves, the
// supervisor loads the library into the pristine image (its constructors run there, before main), takes a new snapshot and
// the slot is run again. From then on the call finds the library loaded and gets the same handle in every execution.
#include "runtime/libraries.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/early_files.h"
#include "runtime/facts.h"
#include "runtime/fiber.h"
#include "runtime/libc/ranges.h"
#include "runtime/peek.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"
#include "runtime/snapshot.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kNameRoom = sizeof(Progress{}.wanted_library);

bool was_asked_for(const char* name) {
  const State& s = state();
  for (std::uint32_t i = 0; i < s.library_count; ++i) {
    if (strcmp(s.libraries[i], name) == 0) return true;
  }
  return false;
}

[[noreturn]] void ask_supervisor(const char* name, int flags) {
  State& s = state();
  if (is_peeking()) spoil_peek();
  constexpr std::uint32_t kRoom = sizeof s.libraries / sizeof s.libraries[0];
  if (s.library_count == kRoom) end_unsupported("dlopen", "more than 64 libraries are loaded while running");
  if (strlen(name) >= kNameRoom) end_unsupported("dlopen", "the name of the library is too long");
  memcpy(progress().wanted_library, name, strlen(name) + 1);
  progress().wanted_flags = flags;
  for (;;) raw_syscall(SYS_exit_group, 0);
}

// What ld.so allocates, frees and locks is none of the program's events.
template <typename Call>
auto silently(Call call) {
  State& s = state();
  bool was_active = s.active;
  s.active = false;
  auto result = call();
  s.active = was_active;
  return result;
}

// What the constructors of the library have left behind belongs to the image.
const char* note_world() {
  const char* problem = note_early_files();
  return problem != nullptr ? problem : take_snapshot();
}

}  // namespace

bool library_wanted() { return progress().wanted_library[0] != 0; }

const char* load_wanted_library() {
  State& s = state();
  char* name = s.libraries[s.library_count++];
  memcpy(name, progress().wanted_library, kNameRoom);
  restore_files();  // workers have moved those of before
  // If it cannot be loaded, the program will get dlopen's own answer, when it asks. What ld.so has allocated, freed and
  // remembered on the way is there before main all the same.
  if (HEDDLE_REAL(dlopen)(name, progress().wanted_flags & ~RTLD_NOLOAD) == nullptr) {
    forget_failed_look_ups();
    return note_world();
  }
  remake_thread_blocks();
  choose_main_module();
  if (!publish_facts()) return "cannot write the program facts";
  s.ring->facts_version = s.ring->facts_version + 1;
  return note_world();
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" __attribute__((weak, visibility("default"))) void* dlopen(const char* given, int flags) noexcept {
  if (!executing() || given == nullptr) return HEDDLE_REAL(dlopen)(given, flags);
  libc::Scratch scratch;
  const libc::View kept = libc::read_string(given, libc::kNoLimit, scratch, call_point());
  const char* name = kept.bytes;
  // What is not found stands in the thread's next dlerror().
  feed_hidden_text(name, kept.size);
  if (*name == 0) return HEDDLE_REAL(dlopen)(name, flags);
  void* loaded = silently([=] { return HEDDLE_REAL(dlopen)(name, flags | RTLD_NOLOAD); });
  if (loaded != nullptr || (flags & RTLD_NOLOAD) != 0) return loaded;
  if (!was_asked_for(name)) ask_supervisor(name, flags);
  loaded = silently([=] { return HEDDLE_REAL(dlopen)(name, flags); });
  if (loaded != nullptr) end_unsupported("dlopen", "the library could not be loaded before main");
  return nullptr;
}

extern "C" __attribute__((weak, visibility("default"))) int dlclose(void* handle) noexcept {
  if (!executing()) return HEDDLE_REAL(dlclose)(handle);
  return silently([=] { return HEDDLE_REAL(dlclose)(handle); });
}

extern "C" __attribute__((weak, visibility("default"))) void* dlmopen(Lmid_t space, const char* name, int flags) noexcept {
  if (executing() && space != LM_ID_BASE) end_unsupported("dlmopen", "loads a library into a name space of its own");
  return dlopen(name, flags);
}
