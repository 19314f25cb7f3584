// SPDX-License-Identifier: Apache-2.0
//
// Schedule: everything an execution is told. "Let thread 1 run 4 events, then thread 2 run 1, ..., then do as the
// policy says", plus the values of the choices met on the way (choose(n), which waiter a signal wakes), the
// version of the stack-visibility set it refers to, and the seed of the policy. Replaying the same Schedule
// on the same build gives the same Trace, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/result.h"
#include "trace/thread_set.h"

namespace heddle {

struct Turn {
  ThreadId thread{};
  std::uint32_t events = 0;
  friend bool operator==(const Turn&, const Turn&) = default;
};

// What follows once the turns are used up. Fair: like Continue, but nobody runs for ever while others could; Backward:
// the same, but the one before instead of the next one follows. Endless: like RoundRobin, to see whether that goes on
// for ever. Stop: nothing, as if the limit of events were reached.
enum class Rest : std::uint8_t { Continue, Random, RoundRobin, Pct, Pos, Fair, Endless, Stop, Backward };

constexpr std::uint32_t kMaxDepth = 64;  // of Rest::Pct

// (parent, ordinal of the create call in the parent) of each thread number. Numbers are given first come first served
// and kept for a whole campaign.
using ThreadIdentities = std::vector<std::pair<std::uint16_t, std::uint16_t>>;

// Other results of one event, to be tried out on the way: what would its thread do next? (Trace::peeks)
struct PeekRequest {
  std::uint32_t event = 0;  // number in the execution; a load or a read-modify-write of at most 8 bytes
  std::vector<std::uint64_t> values;
  friend bool operator==(const PeekRequest&, const PeekRequest&) = default;
};

struct Schedule {
  std::vector<Turn> turns;
  std::vector<std::uint32_t> choices;
  Rest rest = Rest::Continue;
  std::uint64_t seed = 0;
  std::uint32_t depth = 0;            // Rest::Pct: so many priorities, counting the one a thread begins with
  std::uint32_t expected_events = 0;  // Rest::Pct: among so many events it changes them; Endless: so many are shown
  std::uint32_t visibility_version = 0;
  bool wants_enabled = false;       // record which threads could have run at each event
  bool wants_payload = false;       // keep the bytes of range accesses
  bool wants_fingerprints = false;  // of the threads' local states, per event; given only with wire::kWholeStack visible

  std::vector<PeekRequest> peeks;   // by event, with fingerprints only; no part of the text, the Trace is the same without

  // Appends one event of `thread`, joining it to the last turn where possible.
  void append(ThreadId thread);
  std::uint64_t length() const;  // events prescribed
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// One line: "schedule v1 rest=continue seed=1 vis=0 turns=0:3,1:4 choices=1,0"; rest=pct/3/120 names depth and events,
// rest=endless/64 events.
std::string to_text(const Schedule& schedule);
Result<Schedule> parse_schedule(std::string_view text);

}  // namespace heddle
