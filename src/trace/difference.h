// SPDX-License-Identifier: Apache-2.0
//
// Where two traces of one schedule part. They must not: if they do, the program reads something that Heddle does not
// control, and the sentence built here tells the user where to look.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "trace/program_facts.h"
#include "trace/trace.h"

namespace heddle {

// Equal up to what only a detailed run records (the bytes that a store overwrites).
bool same_event(const Event& left, const Event& right);

// Index of the first event that differs or that only one of them has; nothing when both did the same events.
std::optional<std::size_t> first_difference(const Trace& left, const Trace& right);

// "thread 1: load of x at a.cpp:12".
std::string describe(const Event& event, const ProgramFacts& facts);
// Where a difference between two runs of one schedule may come from, as the end of a sentence: functions that Heddle does
// not control, or what cannot be controlled at all.
std::string likely_sources(const ProgramFacts& facts);
// One sentence about two different traces of the same schedule.
std::string describe_difference(const Trace& expected, const Trace& actual, const ProgramFacts& facts);

}  // namespace heddle
