// SPDX-License-Identifier: Apache-2.0
//
// Crashes that turned out to be memory errors, in words: which memory, whose it was, who freed it and where.
#pragma once

#include <string>

#include "trace/finding.h"
#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

// None is a plain crash.
FindingKind kind_of(Fault fault);

// One sentence about a crash whose fault is not None.
std::string describe_memory_error(const Failure& failure, const ProgramFacts& facts);

// "leak: 16 bytes in 1 block allocated at f.c:3 were never freed".
std::string describe_leak(const Leak& leak, const ProgramFacts& facts);

}  // namespace heddle
