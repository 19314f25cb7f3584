// SPDX-License-Identifier: Apache-2.0
//
// Decodes the tables that the program wrote about itself (wire::FactsHeader). The bytes come from another process,
// so every offset and count is checked against the size.
#pragma once

#include <cstddef>
#include <span>

#include "trace/program_facts.h"
#include "trace/result.h"

namespace heddle {

Result<ProgramFacts> read_facts(std::span<const std::byte> bytes);
// The same from a descriptor, from its beginning.
Result<ProgramFacts> read_facts(int descriptor);

}  // namespace heddle
