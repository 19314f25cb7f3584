// SPDX-License-Identifier: Apache-2.0
//
// Input from and output to a stream. Where a stream stands is shared by all threads, and so what each of them gets depends on who
// comes first: every call is a Call event on all files (descriptor_table.h). The bytes go to private memory first; what of it belongs to
// the program is then written there with events.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "runtime/early_files.h"
#include "runtime/libc/atomic_section.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/printing.h"
#include "runtime/libc/stream/standard_streams.h"
#include "runtime/libc/stream/stream_lock.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Output that cannot be told from any other order.
inline bool is_plain_output(const FILE* stream) {
  return (stream == first_output() || stream == first_error_output()) && !is_visible(wire::kStandardOutput);
}

// Ends the execution if reading from `stream`, for which it is the caller's turn, could wait for the outside or differs from
// run to run.
void require_known_input(const char* function, FILE* stream);

// take() is one event on the stream, and on all files behind it unless it is plain output; what it returns is the event's
// value.
template <typename Take>
auto stream_event(FILE* stream, const HeddlePoint* point, Take take, Locking locking = Locking::Taken) {
  await_stream(stream, locking);
  if (is_dead_heap(stream)) check_object_closely(reinterpret_cast<std::uintptr_t>(stream), point);  // it was closed
  auto result = take();
  int error = errno;
  const void* changed = is_plain_output(stream) ? static_cast<const void*>(stream) : &g_descriptor_table;
  const std::uint8_t detail = locking == Locking::Taken ? wire::kWaitsForLock : 0;
  record(EventKind::Call, changed, static_cast<std::uint64_t>(result), point).detail = detail;
  record_aux(reinterpret_cast<std::uint64_t>(stream), 0);
  errno = error;
  return result;
}

// put() writes to the stream. An event unless it is plain output that does not have to wait for the stream's lock: then no
// thread can tell the order. And if what is printed counts: text() says what that is. Where a stream leads depends on what others
// did to its descriptor: there both is one step.
template <typename Text, typename Put>
auto output_event(const char* function, FILE* stream, const HeddlePoint* point, Text text, Put put,
                  Locking locking = Locking::Taken) {
  const View printed = output_counts() ? text() : View{nullptr, 0};
  if (is_plain_output(stream)) {
    if (printed.size != 0) return print_event(stream, printed, point, put, locking);
    return locking == Locking::Taken && streams_are_locked() ? stream_event(stream, point, put) : put();
  }
  const AtomicSection step(printed.size != 0);
  bool is_printed = false;
  auto result = stream_event(stream, point, [&] {
    const int descriptor = fileno(stream);
    if (is_own_pipe(descriptor)) end_unsupported(function, "to a pipe or socket may wait for its reader");
    if (would_change_early_file(descriptor)) end_unsupported(function, kChangesEarlyFile);
    auto put_result = put();
    is_printed = printed.size != 0 && leads_to_output(descriptor);
    if (is_printed) let_go_of_output(stream);
    return put_result;
  }, locking);
  if (!is_printed) return result;
  return print_event(stream, printed, point, [=] { return result; });
}

// For calls that print nothing.
inline View no_text() { return {nullptr, 0}; }

}  // namespace heddle::runtime::libc
