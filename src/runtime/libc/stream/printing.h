// SPDX-License-Identifier: Apache-2.0
//
// What the program prints, where that counts (Freedoms::visible_output): each call is one Call event that carries its
// bytes. They leave the stream's buffer at once, as if it had none, so that what was printed when an execution ends does
// not depend on how it ends.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// True if bytes for `descriptor` are output whose order counts.
inline bool is_visible_output(int descriptor) {
  return state().freedoms.visible_output != 0 && (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO);
}

// Empties the buffers of the standard streams if the output goes anywhere.
void let_go_of_output();

// wait() waits for the turn, put() prints `text`, which must be private. `object` stands for the stream or descriptor.
template <typename Wait, typename Put>
auto print_event(const void* object, View text, const HeddlePoint* point, Wait wait, Put put) {
  wait();
  auto result = put();
  int error = errno;
  let_go_of_output();
  std::uint32_t size = text.size > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(text.size);
  wire::EventRecord& event = record(EventKind::Call, object, 0, point, size);
  event.detail = wire::kPrints | wire::kWaitsForLock;
  record_payload(text.bytes, text.size);
  errno = error;
  return result;
}

}  // namespace heddle::runtime::libc
