// SPDX-License-Identifier: Apache-2.0
//
// ProgramFacts: what a build says about itself. Resolves program points, stack sites and code addresses' modules.
// Filled by execute/ from what the program reports when it starts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/event.h"
#include "trace/result_use.h"

namespace heddle {

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;
  bool known() const { return line != 0; }
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

struct PointFacts {
  SourceLocation location;
  std::string variable;       // what is accessed, or the function called; may be empty
  bool names_object = false;  // of a call: `variable` is the lock, condition ... it is about
  ResultUse result_use{};     // of an access: what its result is used for
};

struct StackSiteFacts {
  SourceLocation location;
  std::string variable;
};

struct ModuleFacts {
  std::string path;
  std::uint64_t base = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// How far Heddle controls a function that the program calls but does not define.
enum class ControlOver : std::uint8_t { FixedAnswer, Unseen, Unknown };

struct ExternalFunction {
  std::string name;  // as the linker sees it
  ControlOver control = ControlOver::Unknown;
  std::string reason;  // from the table of library calls; empty for Unknown
  SourceLocation first_use;
  std::uint32_t uses = 0;
};

struct ProgramFacts {
  std::string build_id;  // hexadecimal
  std::vector<PointFacts> points;
  std::vector<StackSiteFacts> stack_sites;
  std::vector<ModuleFacts> modules;
  std::vector<ExternalFunction> externals;  // each name once

  // Empty facts for ProgramPoint::None or a number out of range.
  const PointFacts& at(ProgramPoint point) const;
  const ResultUse& result_use(ProgramPoint point) const { return at(point).result_use; }
  // The module whose code contains `pc`, or nullptr.
  const ModuleFacts* module_of(std::uint64_t pc) const;
};

}  // namespace heddle
