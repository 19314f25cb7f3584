// SPDX-License-Identifier: Apache-2.0
//
// What a controlled program gets when it asks the system for entropy: a fixed stream of bytes per thread, so that the
// answer depends on nothing but the thread's own history and needs no event.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime::libc {

std::uint64_t draw();
void draw_bytes(void* to, std::size_t size);

}  // namespace heddle::runtime::libc
