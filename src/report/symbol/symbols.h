// SPDX-License-Identifier: Apache-2.0
//
// Code and data addresses of the checked program -> functions, source lines and names of global variables. Asks
// llvm-symbolizer once for everything a report needs. Without that program the table is empty and carries a note:
// reports then show plain addresses.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "trace/program_facts.h"
#include "trace/result.h"
#include "trace/trace.h"

namespace heddle {

struct Frame {
  std::uint64_t address = 0;
  SourceLocation location;  // function may be known without a line
  std::string module;
};

struct DataSymbol {
  std::string name;
  std::uint64_t offset = 0;  // of the address inside the variable
};

struct SymbolQueries {
  std::set<std::uint64_t> code;
  std::set<std::uint64_t> data;
};

struct SymbolTable {
  std::map<std::uint64_t, std::vector<Frame>> code;  // innermost inlined function first
  std::map<std::uint64_t, DataSymbol> data;
  std::string note;  // why the table is incomplete, or empty
};

inline constexpr char kSymbolizerProgram[] = "llvm-symbolizer-19";

SymbolTable symbolise(const ProgramFacts& facts, const SymbolQueries& queries,
                      const std::string& program = kSymbolizerProgram);

// One line of input and one of output (JSON) per address; `addresses` in the order in which they were asked for.
struct SymbolRequest {
  std::uint64_t address = 0;
  bool is_data = false;
  std::uint64_t base = 0;  // of its module
  std::string module;
};
std::string request_line(const SymbolRequest& request);
void add_answer(SymbolTable& table, const SymbolRequest& request, const std::string& line);

}  // namespace heddle
