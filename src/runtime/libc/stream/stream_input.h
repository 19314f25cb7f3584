// SPDX-License-Identifier: Apache-2.0
//
// Input from and output to a stream. Where a stream stands is shared by all threads, and so what each of them gets depends on who
// comes first: every call is a Call event on the stream. The bytes go to private memory first; what of it belongs to
// the program is then written there with events.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/private_files.h"
#include "runtime/libc/stream/printing.h"
#include "runtime/libc/stream/stream_lock.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Ends the execution if reading from `stream` could wait for the outside or differs from run to run.
void require_known_input(const char* function, FILE* stream);

// take() is one event on the stream; what it returns is the event's value.
template <typename Take>
auto stream_event(FILE* stream, const HeddlePoint* point, Take take) {
  await_stream(stream);
  auto result = take();
  int error = errno;
  record(EventKind::Call, stream, static_cast<std::uint64_t>(result), point).detail = wire::kWaitsForLock;
  errno = error;
  return result;
}

// put() writes to the stream. An event only if it may have to wait for the stream's lock, or if what is written can be read
// back: else no thread can tell the order. And if what is printed counts: text() says what that is.
template <typename Text, typename Put>
auto output_event(const char* function, FILE* stream, const HeddlePoint* point, Text text, Put put) {
  const int descriptor = fileno(stream);
  if (is_own_pipe(descriptor)) end_unsupported(function, "to a pipe or socket may wait for its reader");
  if (can_be_read_back(descriptor)) return stream_event(stream, point, put);
  if (HEDDLE_UNLIKELY(is_visible_output(descriptor))) {
    const View printed = text();
    if (printed.size != 0) return print_event(stream, printed, point, [&] { await_stream(stream); }, put);
  }
  if (!streams_are_locked()) return put();
  return stream_event(stream, point, put);
}

// For calls that print nothing.
inline View no_text() { return {nullptr, 0}; }

}  // namespace heddle::runtime::libc
