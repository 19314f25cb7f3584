// SPDX-License-Identifier: Apache-2.0
//
// What the program prints, where that counts (Freedoms::visible_output): each call is one Call event that carries its
// bytes. They leave the stream's buffer at once, as if it had none, so that what was printed when an execution ends does
// not depend on how it ends.
#pragma once

#include <cerrno>
#include <cstdio>

#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/stream_lock.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// True if it counts what is printed, and in which order.
inline bool output_counts() { return HEDDLE_UNLIKELY(state().freedoms.visible_output != 0); }

// Empties the buffers of the standard streams.
void let_go_of_output();
void let_go_of_output(FILE* stream);

// put() prints `text`, which must be private. `object` stands for the descriptor, or is the stream if its lock is waited for.
template <typename Put>
auto print_event(const void* object, View text, const HeddlePoint* point, Put put, Locking locking = Locking::None) {
  await_stream(static_cast<FILE*>(const_cast<void*>(object)), locking);
  auto result = put();
  int error = errno;
  let_go_of_output();
  std::uint32_t size = text.size > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(text.size);
  wire::EventRecord& event = record(EventKind::Call, object, 0, point, size);
  event.detail = locking == Locking::Taken ? wire::kPrints | wire::kWaitsForLock : wire::kPrints;
  record_payload(text.bytes, text.size);
  errno = error;
  return result;
}

}  // namespace heddle::runtime::libc
