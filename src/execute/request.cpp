// SPDX-License-Identifier: Apache-2.0
#include "execute/request.h"

#include <algorithm>

namespace heddle {
namespace {

wire::Policy policy_of(Rest rest) {
  switch (rest) {
    case Rest::Continue:
      return wire::Policy::Continue;
    case Rest::Random:
      return wire::Policy::Random;
    case Rest::RoundRobin:
      return wire::Policy::RoundRobin;
    case Rest::Pct:
      return wire::Policy::Pct;
    case Rest::Pos:
      return wire::Policy::Pos;
    case Rest::Fair:
      return wire::Policy::Fair;
    case Rest::Endless:
      return wire::Policy::Endless;
    case Rest::Stop:
      return wire::Policy::Stop;
    case Rest::Backward:
      return wire::Policy::Backward;
  }
  return wire::Policy::Continue;
}

std::uint32_t flags_of(const Schedule& schedule, const RunOptions& options) {
  std::uint32_t flags = 0;
  if (schedule.wants_enabled) flags |= wire::kWantEnabled;
  if (schedule.wants_payload) flags |= wire::kWantPayload;
  if (schedule.wants_fingerprints) flags |= wire::kWantFingerprints;
  if (options.detail == Detail::Yes) flags |= wire::kWantDetail;
  if (options.isolation == Isolation::Fork) flags |= wire::kUnderFork;
  switch (options.output) {
    case Output::Discard:
      break;
    case Output::Show:
      flags |= wire::kShowOutput;
      break;
    case Output::Capture:
      flags |= wire::kCaptureOutput;
      break;
  }
  return flags;
}

// As many as there is room for.
void write_peeks(const SlotView& slot, const Schedule& schedule) {
  std::uint32_t count = 0;
  wire::PeekRecord* next = slot.peeks();
  const wire::PeekRecord* end = next + wire::kMostPeeks;
  for (const PeekRequest& each : schedule.peeks) {
    const bool has_room = count < wire::kMostPeekRequests && each.values.size() <= static_cast<std::size_t>(end - next);
    if (!has_room) break;
    slot.peek_requests()[count++] = {each.event, static_cast<std::uint32_t>(each.values.size()), 0, 0};
    for (const std::uint64_t value : each.values) *next++ = {value, {}};
  }
  slot.header().peek_requests = count;
}

}  // namespace

void write_request(const SlotView& slot, const Schedule& schedule, const RunOptions& options) {
  wire::Slot& request = slot.header();
  request.flags = flags_of(schedule, options);
  request.policy = policy_of(schedule.rest);
  request.seed = schedule.seed;
  request.depth = schedule.depth;
  request.expected_events = schedule.expected_events;
  request.entry_count = static_cast<std::uint32_t>(schedule.turns.size());
  request.choice_count = static_cast<std::uint32_t>(schedule.choices.size());
  request.visibility_version = schedule.visibility_version;
  write_peeks(slot, schedule);
  request.outcome = Outcome::None;
  request.event_count = 0;
  wire::ScheduleEntry* entry = slot.entries();
  for (const Turn& turn : schedule.turns) *entry++ = {number(turn.thread), 0, turn.events};
  std::copy(schedule.choices.begin(), schedule.choices.end(), slot.choices());
}

void write_visible_sites(wire::RingHeader& header, const std::vector<std::uint32_t>& sites) {
  std::copy(sites.begin(), sites.end(), header.visible_sites);
  header.visible_count = static_cast<std::uint32_t>(sites.size());
  ++header.visibility_version;
}

void write_contested_sizes(wire::RingHeader& header, const ContestedSizes& sizes) {
  static_assert(kMostContestedSizes == wire::kMostContestedSizes);
  std::copy(sizes.begin(), sizes.end(), header.contested_sizes);
  header.contested_count = static_cast<std::uint32_t>(sizes.size());
  ++header.visibility_version;
}

}  // namespace heddle
