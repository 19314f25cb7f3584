// SPDX-License-Identifier: Apache-2.0
//
// What a search of the model says when it stops.
#pragma once

#include <cstdint>

namespace heddle {

enum class SearchProgress : std::uint8_t {
  NeedsExecution,  // of wanted()
  Deadlock,        // wanted() leads to a deadlock that no execution has shown yet
  End,             // wanted() leads to an end of the process, or to output at it, that no execution has shown yet
  Race,            // wanted() makes two accesses that race, one after the other
  Livelock,        // wanted() leads to where threads run in circles and nothing else can ever happen
  Candidate,       // wanted() may be what is looked for
  LevelDone,       // everything that costs so much was looked at
  LimitDone,       // and no more is wanted, though there is more
  Complete,        // nothing unknown can be reached
  Paused,          // the number of steps asked for is used up
};

}  // namespace heddle
