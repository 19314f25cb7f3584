// SPDX-License-Identifier: Apache-2.0
//
// Statements of the description as lines of C++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/program.h"
#include "fuzz/source.h"

namespace heddle::fuzz {

// Collects lines and remembers which statement each belongs to.
class SourceWriter {
 public:
  void line(std::string_view text, std::uint16_t id = 0);
  void text(std::string_view lines);  // none of them an operation
  SourceFile take() { return std::move(file_); }

 private:
  SourceFile file_{{}, {0}};
};

// Where a statement stands.
struct Scope {
  bool in_function = false;
  std::uint8_t thread = 0;
  unsigned loops = 0;  // around it
};

std::string cell_name(const Program& program, std::uint8_t cell);
// What h points to.
std::string block_type(const Program& program);
std::string outcome_text(const Program& program, std::uint8_t observed);
void write_block(const Block& block, const Program& program, Scope scope, SourceWriter& out);
// A statement that prints a value, in one byte.
std::string print_text(const std::string& value);
// A thread other than main tells its outcome and ends.
void write_finish(const Program& program, std::uint8_t thread, SourceWriter& out);

}  // namespace heddle::fuzz
