// SPDX-License-Identifier: Apache-2.0
//
// The table of descriptors. Which number a new one gets depends on what every other thread has opened and closed, so
// each change is a Call event on the table; and the reset between two executions has to close what is left.
#pragma once

#include <cerrno>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Stands for the table in events.
extern const char g_descriptor_table;

// To be called before `descriptor` is closed or replaced: the reset opens only the standard ones again, and only if asked.
inline void note_descriptor_change(int descriptor) {
  if (descriptor >= 0 && descriptor <= 2) state().standard_descriptors_changed = true;
}

// call(), whose turn it is, makes or closes a descriptor; what it returns is the event's value.
template <typename Call>
auto change_table_now(const HeddlePoint* point, Call call) {
  state().descriptors_used = true;
  auto result = call();
  int error = errno;
  record(EventKind::Call, &g_descriptor_table, (std::uint64_t)(result), point);
  errno = error;
  return result;
}

template <typename Call>
auto change_table(const HeddlePoint* point, Call call) {
  await_turn();
  return change_table_now(point, call);
}

}  // namespace heddle::runtime::libc
