// SPDX-License-Identifier: Apache-2.0
//
// An ELF note in every program that holds Heddle's runtime: whoever wants to start it can see that before
// (execute/program_file.h). Its content is the wire version, one word.
#pragma once

#include <cstdint>

namespace heddle::wire {

constexpr char kNoteName[] = "Heddle";
constexpr std::uint32_t kNoteType = 0x4c444448;

}  // namespace heddle::wire
