// SPDX-License-Identifier: Apache-2.0
//
// The functions of runtime.h as the unit tests need them.
#include "runtime/libc/recording_runtime.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <csetjmp>
#include <cstdlib>
#include <cstring>

extern "C" const HeddlePoint* __heddle_call_point = nullptr;
extern "C" heddle::wire::Fingerprint __heddle_context = {};

namespace heddle::runtime {

bool g_started = false;

namespace libc {

char g_a[64];
char g_b[64];
HeddlePoint g_call_site = {"called_from.cpp", "caller", "", 77, 1, 0, 0};

namespace {

constexpr std::size_t kCapacity = 1000;
wire::EventRecord g_events[kCapacity];
wire::AuxRecord g_aux[kCapacity];
std::string g_bytes[kCapacity];
wire::Slot g_slot;
std::function<void(int)> g_meanwhile;
std::jmp_buf g_end;

void* map_fixed(std::uintptr_t address, std::size_t size) {
  void* at = mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at == MAP_FAILED) std::abort();
  return at;
}

void prepare() {
  start_early();
  State& s = state();
  s.events = g_events;
  s.aux = g_aux;
  s.slot = &g_slot;
  s.step = s.turn_left = 0;
  s.virtual_time = 0;
  s.outlets[0] = s.null_descriptor = 1;
  s.outlets[1] = 2;
  s.points_begin = &g_call_site;
  s.points_end = &g_call_site + 1;
  current_thread().atomic_depth = 0;
  std::memset(static_cast<void*>(&g_slot), 0, sizeof(g_slot));
  __heddle_call_point = &g_call_site;
}

std::string place_of(const wire::EventRecord& event) {
  const char* at = reinterpret_cast<const char*>(event.address);
  for (char* buffer : {g_a, g_b}) {
    if (at < buffer || at >= buffer + sizeof(g_a)) continue;
    return std::string(buffer == g_a ? " a+" : " b+") + std::to_string(at - buffer) + ":" + std::to_string(event.size);
  }
  return "";
}

}  // namespace

Observation observe(const std::function<void()>& work, const std::function<void(int)>& meanwhile) {
  prepare();
  g_meanwhile = meanwhile;
  static Observation seen;
  seen = {};
  state().visible_hidden = 0;
  int ended = setjmp(g_end);  // itself not observed
  if (ended == 0) {
    state().mode = Mode::Controlled;
    state().active = true;
    work();
  }
  state().active = false;
  state().mode = Mode::Native;
  if (ended != 0) seen.outcome = g_slot.outcome;
  seen.message = g_slot.message;
  seen.failing_file = g_slot.failing_file;
  seen.failing_line = g_slot.failing_line;
  for (std::uint32_t index = 0; index < state().step; ++index) {
    seen.events.push_back({g_events[index], g_aux[index], g_bytes[index]});
  }
  return seen;
}

void reset_buffers(const char* a, const char* b) {
  std::memset(g_a, '#', sizeof(g_a));
  std::memset(g_b, '#', sizeof(g_b));
  std::strcpy(g_a, a);
  std::strcpy(g_b, b);
}

std::string text_of(const Observation& observation) {
  static const char* const names[] = {
#define HEDDLE_X(name, text) text,
      HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
  };
  std::string text;
  for (const SeenEvent& event : observation.events) {
    if (!text.empty()) text += ", ";
    text += names[static_cast<int>(event.record.kind)] + place_of(event.record);
  }
  return text;
}

char* own_stack_buffer() {
  static char* buffer = static_cast<char*>(map_fixed(kStackBase, 4096));
  return buffer;
}

}  // namespace libc

using namespace libc;

void start_early() {
  if (g_started) return;
  map_fixed(kStateAddress, sizeof(State));
  state().mode = Mode::Native;
  g_started = true;
}

void decide(const void*, std::size_t) {
  if (g_meanwhile) g_meanwhile(static_cast<int>(state().step));
}

void await_turn_for(const PendingOperation&) { await_turn(); }

void write_fingerprint() {}

void feed_hidden_state(std::uint64_t) {}
void feed_hidden_text(const char*, std::size_t) {}

void note_individual() {}

void note_words(std::uint64_t, std::uint64_t) {}

void mix_into_context(const void*, std::size_t) {}

std::uint32_t point_number_slow(const HeddlePoint*) { return wire::kNoPoint; }

bool stack_access_private(std::uintptr_t) { return true; }
bool block_access_private(std::uintptr_t) { return true; }

void check_access_closely(std::uintptr_t, std::size_t, Touch, const HeddlePoint*) {}

void check_object_closely(std::uintptr_t, const HeddlePoint*) {}

void note_stack_event(std::uintptr_t) {}

void require_visible(std::uint32_t hidden_site) {
  state().visible_hidden |= 1u << (wire::kLastHiddenSite - hidden_site);
}

bool begin_range(const void* address, std::size_t size, Touch, const HeddlePoint*) {
  if (!executing() || size == 0 || is_private(address)) return false;
  await_turn();
  return true;
}

void record_range(EventKind kind, const void* address, std::size_t size, const HeddlePoint* point) {
  record(kind, address, 0, point, static_cast<std::uint32_t>(size));
  g_bytes[state().step - 1].assign(static_cast<const char*>(address), size);
}

void record_payload(const void* bytes, std::size_t size) {
  g_bytes[state().step - 1].assign(static_cast<const char*>(bytes), size);
}

std::uint32_t choose(std::uint32_t alternatives) { return alternatives - 1; }

void set_message(const char* text) { std::strncpy(g_slot.message, text, sizeof(g_slot.message) - 1); }

void hold_block(const void*) {}
bool let_go_of_block() { return false; }  // libc has freed it itself

void set_failing_point(const HeddlePoint* point) { g_slot.failing_point = point_number(point); }

void end_execution(Outcome outcome) {
  g_slot.outcome = outcome;
  state().active = false;
  std::longjmp(g_end, 1);
}

void end_with_message(Outcome outcome, const char* message) {
  set_message(message);
  end_execution(outcome);
}

void end_misuse(const FailedAttempt&, const char* what) { end_with_message(Outcome::AssertionFailed, what); }

void end_unsupported(const char* function, const char* why) {
  end_with_message(Outcome::Unsupported, (std::string(function) + ": " + why).c_str());
}


void* real_function(const char* name) { return dlsym(RTLD_NEXT, name); }

}  // namespace heddle::runtime

// As far as it is asked for: an int is added to.
extern "C" std::uint64_t __heddle_rmw(void* address, std::uint64_t operand, std::uint32_t size, std::uint32_t,
                                      const HeddlePoint* point) {
  using namespace heddle::runtime;
  int& number = *static_cast<int*>(address);
  const int before = number;
  number += static_cast<int>(operand);
  if (executing()) record(heddle::EventKind::Rmw, address, static_cast<std::uint32_t>(before), point, size);
  return static_cast<std::uint32_t>(before);
}
