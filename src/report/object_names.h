// SPDX-License-Identifier: Apache-2.0
//
// Names for the objects of a trace: what the source calls them where the build knows, the global variable at that
// address, or else a number per kind of object ("mutex 1"), given in order of appearance so that it is stable.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "report/symbol/symbols.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

// "mutex", "condition variable", ... for synchronisation; "" for plain memory and for what has no object.
std::string_view noun_of(EventKind kind);
// Loads, stores and their relatives.
bool is_memory_access(EventKind kind);

class ObjectNames {
 public:
  ObjectNames(const Trace& trace, const ProgramFacts& facts, const SymbolTable& symbols);
  // Never empty.
  std::string name(std::uint64_t object) const;
  // " (1 of 2 arrived)" for a barrier, else empty.
  std::string arrivals(std::uint64_t object) const;

 private:
  void learn(std::uint64_t object, EventKind kind, const PointFacts& point, const SymbolTable& symbols);
  std::map<std::uint64_t, std::string> names_;
  std::map<std::string_view, int> numbered_;
  std::map<std::uint64_t, std::string> arrivals_;
};

// "(anonymous namespace)::account" -> "account".
std::string plain_name(std::string name);

// Objects of `trace` that may be global variables, to be asked for in one go.
void add_data_queries(SymbolQueries& queries, const Trace& trace);

}  // namespace heddle
