// SPDX-License-Identifier: Apache-2.0
//
// What memory and objects are before anybody touches them, as the first to look tells.
#include <algorithm>

#include "learn/learner.h"
#include "learn/lock_words.h"
#include "trace/event_flags.h"
#include "trace/payload.h"

namespace heddle {
namespace {

bool is_read(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas || kind == EventKind::ReadRange ||
         kind == EventKind::FutexWait;
}

// Operations on a mutex say of what type it is.
std::optional<MutexType> type_told(const Event& event) {
  switch (event.kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
    case EventKind::CondWait:
      return static_cast<MutexType>(event.detail);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Disagreement> Learner::learn_sizes(const Trace& trace) {
  if (trace.blocks_are_missing) return Disagreement{"there are too many blocks of memory to be followed"};
  std::optional<Contest> contest = sizes_.learn(trace);
  if (!contest) return std::nullopt;
  Disagreement disagreement{"how large a block is that another thread has allocated depends on the interleaving"};
  if (contest->event < trace.events.size()) {
    disagreement.thread = trace.events[contest->event].thread;
    disagreement.point = trace.events[contest->event].point;
  }
  disagreement.contested = std::move(contest->sizes);
  return disagreement;
}

bool Learner::knows_type(const Event& event, const Node& node) const {
  const std::optional<MutexType> type = type_told(event);
  if (!type) return true;
  const ResourceId mutex = event.kind == EventKind::CondWait ? node.partner : node.resource;
  return machine_.is_freed(mutex) || mutex_type(lock_words(machine_.state_of(mutex))) == *type;
}

// The first to look at something tells what it was before anybody touched it.
std::optional<Disagreement> Learner::learn_initial_values(const Event& event, const Trace& trace, NodeId id) {
  const Node& node = model_[id];
  const auto note = [&](ResourceId resource, std::uint64_t value) {
    const Resource& known = model_.resources()[resource];
    if (machine_.is_untouched(resource) && !known.initial_known) model_.resources().set_initial(resource, value);
  };
  const bool is_condition = event.kind == EventKind::CondWait || event.kind == EventKind::CondSignal ||
                            event.kind == EventKind::CondBroadcast;
  if (is_condition) note(node.resource, 0);
  if (const std::optional<MutexType> type = type_told(event)) {
    note(event.kind == EventKind::CondWait ? node.partner : node.resource, packed(new_mutex(*type)));
    return std::nullopt;
  }
  if (event.kind == EventKind::BarrierArrive)
    note(node.resource,
         packed({static_cast<std::uint32_t>(std::min<std::uint64_t>(event.second, kNoThreadsTag)), 0, 0}));
  const bool is_semaphore = event.kind == EventKind::SemWait || event.kind == EventKind::SemTryWait ||
                            event.kind == EventKind::SemTimedWait || event.kind == EventKind::SemPost ||
                            event.kind == EventKind::SemGetValue;
  if (is_semaphore) {
    const bool taken = event.kind != EventKind::SemPost && event.kind != EventKind::SemGetValue && succeeded(event);
    note(node.resource, event.value + (taken ? 1 : 0) - (event.kind == EventKind::SemPost ? 1 : 0));
    return std::nullopt;
  }
  if (!is_read(event.kind)) return std::nullopt;
  std::vector<std::uint8_t> content;
  if (event.size <= 8 && event.kind != EventKind::ReadRange) {
    for (std::uint32_t index = 0; index < event.size; ++index) {
      content.push_back(static_cast<std::uint8_t>(event.value >> (8 * index)));
    }
  } else {
    const auto bytes = payload_of(event, trace);
    content.assign(bytes.begin(), bytes.end());
    if (content.size() < event.size) return disagree(event, "too much memory is read at once to be followed");
  }
  std::size_t at = 0;
  for (ResourceId cell : std::vector<ResourceId>(node.cells)) {
    const std::uint8_t size = model_.resources()[cell].size;
    if (at + size > event.size) break;
    std::uint64_t bits = 0;
    for (std::uint8_t index = 0; index < size; ++index) bits |= std::uint64_t{content[at + index]} << (8 * index);
    note(cell, bits);
    at += size;
  }
  return std::nullopt;
}

}  // namespace heddle
