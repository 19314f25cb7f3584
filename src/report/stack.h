// SPDX-License-Identifier: Apache-2.0
//
// Call stacks as a user wants them: inlined functions spelled out, without Heddle's runtime at the inner end and
// without what lies below main or a thread's start routine at the outer end.
#pragma once

#include <cstdint>
#include <vector>

#include "report/symbol/symbols.h"
#include "trace/finding.h"

namespace heddle {

// Frames of `stack`, innermost first. Addresses that could not be resolved become frames without a function.
std::vector<Frame> frames_of(const Stack& stack, std::uint64_t fault_pc, const SymbolTable& symbols);

// The stack of the failing thread, beginning with the instruction that faulted if one did: what a signal handler adds
// on top of it is ours.
Stack failing_stack(const Failure& failure);

// The first frame that is in the user's own code, or nullptr.
const Frame* first_user_frame(const std::vector<Frame>& frames);

// Every code address a report about `trace` may want to know.
void add_code_queries(SymbolQueries& queries, const Trace& trace, const ProgramFacts& facts);

bool is_in_user_code(const SourceLocation& location);

}  // namespace heddle
