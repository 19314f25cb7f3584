// SPDX-License-Identifier: Apache-2.0
//
// Asked by turn.cpp when a thread has used up its events, or a schedule says so: is the program in a loop that can
// never end?
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// `thread`, which is to run next, is at the limit. True: it may do one more event, for which it is not charged, so that
// the question comes again before the next one. Ends the execution itself (Looping) if the state has come again.
bool goes_on_past_limit(const Thread& thread, bool is_alone);

// Policy::Endless decides for the next event. From the first one that shall not be recorded, all threads are past their
// limits.
void look_for_circle();

// The execution is over. Whatever happened past the limit did not happen: the outcome is EventLimit, unless the state
// has come again.
void forget_what_followed_limit();

}  // namespace heddle::runtime
