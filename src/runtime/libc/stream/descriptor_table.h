// SPDX-License-Identifier: Apache-2.0
//
// Descriptors and files. Which number a new descriptor gets, which file a number means, where that file stands and what
// is in it depends on all that every other thread has opened, closed, duplicated, moved, read and written: descriptors
// can share an offset, files can be open twice, streams stand on descriptors. So all of it together is one hidden
// object, and each use is a Call event on it. The one exception is output to the standard streams that nobody has
// closed or redirected: no thread can tell its order.
#pragma once

#include <cerrno>

#include "runtime/libc/machine.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Stands for all of it in events.
extern const char g_descriptor_table;

// To be called with the turn before `descriptor` is closed or replaced: the reset opens only the standard ones again,
// and only if asked, and output to them is an event from now on.
inline void note_descriptor_change(int descriptor) {
  if (descriptor < 0 || descriptor > 2) return;
  state().standard_descriptors_changed = true;
  require_visible(wire::kStandardOutput);
}

// Output that cannot be told from any other order.
inline bool is_plain_output(int descriptor) {
  return (descriptor == 1 || descriptor == 2) && !is_visible(wire::kStandardOutput);
}

// call(), whose turn it is, uses descriptors or files; what it returns is the event's value. `object` is the stream or
// the descriptor that it is called for, if there is one.
template <typename Call>
auto use_files_now(const HeddlePoint* point, const void* object, Call call) {
  auto result = call();
  int error = errno;
  record(EventKind::Call, &g_descriptor_table, (std::uint64_t)(result), point);
  if (object != nullptr) record_aux(reinterpret_cast<std::uint64_t>(object), 0);
  errno = error;
  return result;
}

// Those from kDescriptors on are Heddle's own.
inline bool may_exist(int descriptor) { return descriptor < kDescriptors; }

template <typename Call>
auto use_descriptor(int descriptor, const HeddlePoint* point, Call call) {
  await_turn();
  return use_files_now(point, object_of(descriptor), [=, &call] {
    if (may_exist(descriptor)) return call();
    errno = EBADF;
    return (decltype(call()))(-1);
  });
}

// The same for calls that make or close a descriptor.
template <typename Call>
auto change_table_now(const HeddlePoint* point, Call call) {
  state().descriptors_used = true;
  return use_files_now(point, nullptr, call);
}

template <typename Call>
auto change_table(const HeddlePoint* point, Call call) {
  await_turn();
  return change_table_now(point, call);
}

}  // namespace heddle::runtime::libc
