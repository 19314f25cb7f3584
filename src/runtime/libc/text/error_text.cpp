// SPDX-License-Identifier: Apache-2.0
//
// Texts of errors and signals. Those that libc knows are constants; of others it makes one in a place of the thread's own,
// which the program then reads. Here that place is one of ours, and writing it an event.
#include <signal.h>
#include <string.h>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kRoom = 64;

// State of the checked program: restored between executions.
char g_error_texts[kMaxThreads][kRoom], g_signal_texts[kMaxThreads][kRoom];

char* keep(char (&texts)[kMaxThreads][kRoom], const char* made) {
  char text[kRoom] = {};
  strncpy(text, made, kRoom - 1);
  char* own = texts[state().current];
  note_individual();  // where it stands tells whose it is
  write_bytes(own, text, strlen(text) + 1, call_point());
  return own;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED char* strerror(int number) noexcept {
  char* made = HEDDLE_REAL(strerror)(number);
  return executing() && strerrordesc_np(number) == nullptr ? keep(g_error_texts, made) : made;
}

HEDDLE_INTERPOSED char* strsignal(int number) noexcept {
  char* made = HEDDLE_REAL(strsignal)(number);
  return executing() && sigdescr_np(number) == nullptr ? keep(g_signal_texts, made) : made;
}
