// SPDX-License-Identifier: Apache-2.0
#include "execute/decode.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

constexpr auto kLastOutcome = static_cast<std::uint8_t>(Outcome::WorkerDied);

bool makes_sense(const wire::EventRecord& record) {
  return record.thread < wire::kMaxThreads && static_cast<std::uint8_t>(record.kind) < kEventKindCount;
}

ThreadEnd end_of(wire::ThreadState state) {
  switch (state) {
    case wire::ThreadState::Runnable:
      return ThreadEnd::Runnable;
    case wire::ThreadState::Blocked:
      return ThreadEnd::Blocked;
    case wire::ThreadState::Unused:
    case wire::ThreadState::Ended:
      return ThreadEnd::Ended;
  }
  return ThreadEnd::Ended;
}

template <std::size_t kSize>
std::string text_of(const char (&bytes)[kSize]) {
  return {bytes, ::strnlen(bytes, kSize)};
}

ProgramPoint point_of(std::uint32_t point) { return ProgramPoint(point); }

constexpr auto kLastFault = static_cast<std::uint8_t>(Fault::StackOverflow);

void decode_fault(const wire::Slot& response, Failure& failure) {
  const bool is_known = static_cast<std::uint8_t>(response.fault) <= kLastFault;
  if (response.outcome != Outcome::Crashed || !is_known) return;
  failure.fault = response.fault;
  const wire::FaultRecord& record = response.fault_record;
  if (failure.fault == Fault::None || failure.fault == Fault::StackOverflow) return;
  MemoryError& memory = failure.memory;
  memory.address = record.address;
  memory.block = record.block;
  memory.block_size = record.block_size;
  memory.access_size = record.access_size;
  memory.is_write = record.is_write != 0;
  memory.allocated_at = point_of(record.allocated_at);
  memory.freed_at = point_of(record.freed_at);
  memory.allocated_by = ThreadId(record.allocated_by);
  memory.freed_by = ThreadId(record.freed_by);
  memory.owner = ThreadId(record.owner);
  memory.owner_ended = record.owner_ended != 0;
  memory.site = record.site;
}

void decode_leaks(const wire::Slot& response, std::vector<Leak>& leaks) {
  const std::uint32_t count = std::min(response.leak_count, wire::kMaxLeaks);
  for (std::uint32_t index = 0; index < count; ++index) {
    const wire::LeakRecord& record = response.leaks[index];
    leaks.push_back({point_of(record.point), record.blocks, record.bytes});
  }
}

bool is_detailed(const wire::Slot& slot) { return (slot.flags & wire::kWantDetail) != 0; }
bool has_fingerprints(const wire::Slot& slot) { return (slot.flags & wire::kWantFingerprints) != 0; }

void decode_event(const wire::EventRecord& record, const wire::AuxRecord& aux, Event& event) {
  event.object = record.address;
  event.value = record.value;
  event.point = point_of(record.point);
  event.size = record.size;
  event.thread = ThreadId(record.thread);
  event.kind = record.kind;
  event.flags = record.flags;
  event.order = record.order;
  event.failure_order = record.failure_order;
  event.rmw = record.rmw;
  event.detail = record.detail;
  if ((record.flags & (wire::kEventAux | wire::kEventChoice | wire::kEventPayload)) == 0) return;
  event.first = aux.first;
  event.second = aux.second;
}

}  // namespace

Trace SlotDecoder::decode(const SlotView& slot, const Schedule& schedule) {
  const wire::Slot& response = slot.header();
  Trace trace;
  bool sane = static_cast<std::uint8_t>(response.outcome) <= kLastOutcome && response.outcome != Outcome::None &&
              response.event_count <= shape_.event_capacity && response.thread_count <= wire::kMaxThreads;
  trace.outcome = response.outcome;
  trace.switches = response.switches;
  if (sane) {
    sane = decode_events(slot, trace);
    decode_threads(slot, trace);
    decode_payload(slot, trace);
    trace.hash = hash(slot, trace.events.size());
    decode_blocks(slot, trace);
    trace.is_full = trace.outcome == Outcome::EventLimit &&
                    response.event_count + wire::kRecordsPastLimit >= shape_.event_capacity;
    if (response.output_differs != 0) trace.unseen_output = text_of(response.unseen_output);
    if (!schedule.peeks.empty()) decode_peeks(slot, schedule, trace);
  }
  if (sane && trace.outcome == Outcome::Finished) {
    trace.failure.exit_code = response.exit_code;
    trace.failure.point = point_of(response.failing_point);
    decode_leaks(response, trace.leaks);
  } else {
    decode_failure(slot, trace.failure);
  }
  if (sane && is_detailed(response)) decode_stacks(slot, trace);
  if (!sane) {
    trace.outcome = Outcome::WorkerDied;
    trace.failure.message = "the program overwrote Heddle's memory";
  }
  return trace;
}

void SlotDecoder::decode_blocks(const SlotView& slot, Trace& trace) const {
  if ((slot.header().flags & wire::kWantPayload) == 0) return;
  const std::uint32_t count = std::min(slot.header().block_count, wire::kMostBlocks);
  trace.blocks_are_missing = slot.header().block_count > count;
  trace.blocks.reserve(count);
  for (std::uint32_t index = 0; index < count; ++index) {
    const wire::BlockRecord& record = slot.blocks()[index];
    trace.blocks.push_back({record.address, record.size, ThreadId(record.thread), record.is_question != 0});
  }
}

bool SlotDecoder::decode_events(const SlotView& slot, Trace& trace) {
  const std::size_t count = slot.header().event_count;
  const wire::EventRecord* records = slot.events();
  const wire::AuxRecord* aux = slot.aux();
  trace.events.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    const wire::EventRecord& record = records[index];
    if (!makes_sense(record)) return false;
    decode_event(record, aux[index], trace.events.emplace_back());
  }
  if ((slot.header().flags & wire::kWantEnabled) != 0) {
    decode_enabled(slot, count, trace.enabled);
  }
  if (has_fingerprints(slot.header())) trace.fingerprints.assign(slot.fingerprints(), slot.fingerprints() + count);
  return true;
}

// Only what was asked for and makes sense.
void SlotDecoder::decode_peeks(const SlotView& slot, const Schedule& schedule, Trace& trace) const {
  const wire::PeekRecord* next = slot.peeks();
  const wire::PeekRecord* end = next + wire::kMostPeeks;
  std::uint32_t count = 0;
  for (const PeekRequest& request : schedule.peeks) {
    const bool was_asked = count < wire::kMostPeekRequests && request.values.size() <= static_cast<std::size_t>(end - next);
    if (!was_asked) return;
    if (slot.peek_requests()[count++].spoiled != 0) trace.unpeekable.push_back(request.event);
    for (const std::uint64_t value : request.values) {
      const wire::PeekRecord& record = *next++;
      if (request.event < trace.events.size()) trace.peeks.push_back({request.event, value, record.fingerprint});
    }
  }
}

void SlotDecoder::decode_enabled(const SlotView& slot, std::size_t count, EnabledSets& enabled) const {
  const std::size_t room = shape_.event_capacity * wire::kMostEnabledWords;
  const std::uint64_t* next = slot.enabled();
  const std::uint64_t* end = next + std::min<std::size_t>(slot.header().enabled_used, room);
  while (next < end) {
    wire::EnabledRecord record;
    std::memcpy(&record, next, sizeof record);
    const std::uint64_t* words = next + 1;
    const bool is_whole = record.word_count < wire::kMostEnabledWords && words + record.word_count <= end;
    if (!is_whole || record.from >= count) break;
    enabled.truncate(record.from);
    enabled.extend_to(record.from);
    ThreadSet set;
    set.assign(words, record.word_count);
    enabled.push_back(set);
    next = words + record.word_count;
  }
  enabled.extend_to(count);
}

void SlotDecoder::decode_failure(const SlotView& slot, Failure& failure) const {
  const wire::Slot& response = slot.header();
  failure.has_thread = response.failing_thread < wire::kMaxThreads;
  if (failure.has_thread) failure.thread = ThreadId(response.failing_thread);
  failure.exit_code = response.exit_code;
  failure.signal = response.signal;
  failure.fault_pc = response.fault_pc;
  failure.fault_address = response.fault_address;
  decode_fault(response, failure);
  failure.message = text_of(response.message);
  failure.file = text_of(response.failing_file);
  failure.line = response.failing_line;
  failure.point = point_of(response.failing_point);
  failure.diverged_turn = response.entries_used;
  if (is_detailed(response)) failure.stack = decode_stack(slot, response.failing_stack);
  const std::size_t shared = std::min<std::size_t>(response.shared_count, std::size(response.shared_sites));
  failure.shared_sites.assign(response.shared_sites, response.shared_sites + shared);
}

void SlotDecoder::decode_threads(const SlotView& slot, Trace& trace) const {
  const wire::Slot& response = slot.header();
  trace.threads.resize(response.thread_count);
  for (std::uint16_t index = 0; index < response.thread_count; ++index) {
    const wire::ThreadRecord& record = response.threads[index];
    ThreadSummary& thread = trace.threads[index];
    thread.thread = ThreadId(index);
    thread.parent = ThreadId(record.parent);
    thread.state = end_of(record.state);
    thread.detached = record.detached != 0;
    thread.events = record.events;
    thread.entry = record.entry;
    const bool has_pending = record.state == wire::ThreadState::Runnable && record.pending != EventKind::Begin;
    if (record.state == wire::ThreadState::Blocked || has_pending) {
      thread.pending = record.pending;
      thread.waits_for = record.waits_for;
      thread.has_holder = record.held_by < wire::kMaxThreads;
      if (thread.has_holder) thread.held_by = ThreadId(record.held_by);
      thread.point = point_of(record.point);
    }
    if (is_detailed(response)) thread.stack = decode_stack(slot, record.stack);
    if (!has_fingerprints(response)) continue;
    thread.fingerprint = record.fingerprint;
    thread.is_individual = record.is_individual != 0;
  }
}

void SlotDecoder::decode_payload(const SlotView& slot, Trace& trace) const {
  if ((slot.header().flags & wire::kWantPayload) == 0) return;
  const std::size_t used = std::min<std::size_t>(slot.header().payload_used, shape_.payload_capacity);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(slot.payload());
  trace.payload.assign(bytes, bytes + used);
}

void SlotDecoder::decode_stacks(const SlotView& slot, Trace& trace) const {
  trace.stacks.reserve(trace.events.size());
  for (std::size_t index = 0; index < trace.events.size(); ++index) {
    trace.stacks.push_back(decode_stack(slot, slot.stacks()[index]));
  }
}

Stack SlotDecoder::decode_stack(const SlotView& slot, const wire::StackRecord& record) const {
  const std::uint64_t first = record.first_pc;
  if (first + record.count > shape_.pc_capacity) return {};
  return {slot.pcs() + first, slot.pcs() + first + record.count};
}

// Everything that a deterministic program repeats, nothing else: no process ids, no address where a watchdog struck.
// A detailed run hashes like an ordinary one, so that the two can be compared.
std::uint64_t SlotDecoder::hash(const SlotView& slot, std::size_t event_count) {
  const wire::Slot& response = slot.header();
  const wire::EventRecord* records = slot.events();
  if (is_detailed(response)) {
    records_.assign(records, records + event_count);
    for (wire::EventRecord& record : records_) {
      if (record.kind == EventKind::Store) record.flags = static_cast<std::uint8_t>(record.flags & ~wire::kEventAux);
    }
    records = records_.data();
  }
  extra_.clear();
  for (std::size_t index = 0; index < event_count; ++index) {
    const wire::EventRecord& record = records[index];
    if ((record.flags & (wire::kEventAux | wire::kEventChoice | wire::kEventPayload)) == 0) continue;
    const wire::AuxRecord& aux = slot.aux()[index];
    extra_.push_back(aux.first);
    extra_.push_back(aux.second);
    const bool in_payload = (record.flags & wire::kEventPayload) != 0 && aux.first <= shape_.payload_capacity &&
                            aux.second <= shape_.payload_capacity - aux.first;
    if (in_payload) extra_.push_back(XXH3_64bits(slot.payload() + aux.first, aux.second));
  }
  const std::uint64_t outcome[] = {XXH3_64bits(records, event_count * sizeof(wire::EventRecord)),
                                   XXH3_64bits(extra_.data(), extra_.size() * sizeof(std::uint64_t)),
                                   static_cast<std::uint64_t>(response.outcome),
                                   static_cast<std::uint64_t>(response.exit_code),
                                   static_cast<std::uint64_t>(response.signal),
                                   static_cast<std::uint64_t>(response.fault),
                                   response.thread_count,
                                   response.failing_thread};
  return XXH3_64bits(outcome, sizeof outcome);
}

}  // namespace heddle
