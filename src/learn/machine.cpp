// SPDX-License-Identifier: Apache-2.0
#include "learn/machine.h"

#include <algorithm>
#include <bit>

#include "learn/lock_words.h"
#include "learn/object_bytes.h"

namespace heddle {
namespace {

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

constexpr std::uint64_t kSecond = 0xa0761d6478bd642f;  // makes the second hash another function than the first

}  // namespace

Machine::Machine(const Model& model, Freedoms freedoms) : model_(model), freedoms_(freedoms) {}

void Machine::reset() {
  threads_.assign(model_.thread_count(), ThreadState{});
  values_.assign(model_.resources().size(), 0);
  tags_.assign(model_.resources().size(), kUntouched);
  is_listed_.assign(tags_.size(), 0);
  changed_resources_.clear();
  thread_is_listed_.assign(threads_.size(), 0);
  changed_threads_.clear();
  undo_.clear();
  cuts_ = model_.resources().cuts().size();
  typed_ = model_.resources().typed().size();
  told_ = model_.resources().told().size();
  freed_ = 0;
  process_ended_ = false;
  threads_[0].node = model_.root_of(ThreadId{});
  threads_[0].status = Status::Live;
}

void Machine::catch_up() {
  const std::vector<Cut>& cuts = model_.resources().cuts();
  if (cuts_ + typed_ + told_ == model_.resources().names()) return;
  undo_.clear();
  values_.resize(model_.resources().size());
  tags_.resize(model_.resources().size(), kUntouched);
  is_listed_.resize(model_.resources().size());
  for (; cuts_ < cuts.size(); ++cuts_) {
    const Cut& cut = cuts[cuts_];
    if (tags_[cut.cell] == kUntouched) continue;
    values_[cut.rest] = values_[cut.cell] >> (8 * cut.kept);
    values_[cut.cell] = low_bytes(values_[cut.cell], cut.kept);
    set_tag(cut.rest, Tag(tags_[cut.cell]));
    note_changed(cut.rest);
  }
  for (; typed_ < model_.resources().typed().size(); ++typed_) adopt(model_.resources().typed()[typed_]);
  for (; told_ < model_.resources().told().size(); ++told_) {
    const ResourceId object = model_.resources().told()[told_];
    const bool shows = !is_untouched(object) && (value(object) & kStored) == 0;
    if (shows) write_state(object, value(object), changing_bytes(model_.resources()[object].type));
  }
}

std::uint64_t Machine::value(ResourceId resource) const {
  if (resource >= tags_.size() || tags_[resource] == kUntouched) return model_.resources()[resource].initial;
  return values_[resource];
}

void Machine::set(ResourceId resource, std::uint64_t value, Tag tag) {
  if (resource >= tags_.size()) {
    values_.resize(model_.resources().size());
    tags_.resize(model_.resources().size(), kUntouched);
    is_listed_.resize(model_.resources().size());
  }
  undo_.push_back({Where::Resource, tags_[resource], resource, values_[resource], {}});
  note_changed(resource);
  const Resource& known = model_.resources()[resource];
  const bool is_as_before = tag == kKnown && known.initial_known && known.initial == value;
  set_tag(resource, is_as_before ? kUntouched : tag);
  values_[resource] = is_as_before ? 0 : value;
  const bool shows = known.is_told && tag == kKnown && (value & kStored) == 0;
  if (shows) write_state(resource, value, changing_bytes(known.type));
}

void Machine::set_tag(ResourceId resource, Tag tag) {
  freed_ += (tag == kFreed ? 1u : 0u) - (tags_[resource] == kFreed ? 1u : 0u);
  tags_[resource] = tag;
}

void Machine::note_changed(ResourceId resource) {
  if (is_listed_[resource] != 0) return;
  is_listed_[resource] = 1;
  changed_resources_.push_back(resource);
}

void Machine::note_changed_thread(std::uint16_t thread) {
  if (thread_is_listed_[thread] != 0) return;
  thread_is_listed_[thread] = 1;
  changed_threads_.push_back(thread);
}

void Machine::forget_changes() {
  for (const std::uint16_t thread : changed_threads_) thread_is_listed_[thread] = 0;
  for (const ResourceId resource : changed_resources_) is_listed_[resource] = 0;
  changed_threads_.clear();
  changed_resources_.clear();
}

void Machine::put(std::uint16_t thread, NodeId node) { change(thread).node = node; }

ThreadState& Machine::change(std::uint16_t thread) {
  if (thread >= threads_.size()) {
    threads_.resize(thread + 1u);
    thread_is_listed_.resize(thread + 1u);
  }
  note_changed_thread(thread);
  undo_.push_back({Where::Thread, kUntouched, thread, 0, threads_[thread]});
  return threads_[thread];
}

void Machine::undo_to(std::size_t mark) {
  while (undo_.size() > mark) {
    const Undo& last = undo_.back();
    switch (last.where) {
      case Where::Thread:
        note_changed_thread(static_cast<std::uint16_t>(last.index));
        threads_[last.index] = last.thread;
        break;
      case Where::Resource:
        note_changed(last.index);
        set_tag(last.index, last.tag);
        values_[last.index] = last.value;
        break;
      case Where::End:
        process_ended_ = false;
        break;
    }
    undo_.pop_back();
  }
}

// Of a thread that has ended only what it returned can still be told, and only by who joins it.
std::uint64_t Machine::past_that_matters(std::uint16_t number, std::uint16_t name) const {
  const ThreadState& thread = threads_[number];
  if (thread.node == model_.root_of(ThreadId(number))) return model_.root_of(ThreadId(name));
  if (thread.status != Status::Ended) return thread.node;
  if (model_.has(Defect::HashResults)) return 0;
  if (thread.joined || thread.detached) return 0;
  const Node& end = model_[thread.node];
  return end.exit_known ? mix(end.exit_value) : thread.node;
}

// All that matters besides its past.
std::uint64_t Machine::standing_of(const ThreadState& thread) const {
  const Wait wait = model_.has(Defect::HashWaits) ? Wait::None : thread.wait;
  return static_cast<std::uint64_t>(thread.status) | static_cast<std::uint64_t>(wait) << 2 |
         std::uint64_t{thread.detached} << 4 | std::uint64_t{thread.joined} << 5 |
         std::uint64_t{thread.weak_cas_failed} << 6 | std::uint64_t{thread.was_overtaken} << 7 |
         std::uint64_t{thread.spurious} << 8;
}

std::uint64_t Machine::hash_of_thread(std::uint16_t number, std::uint16_t name) const {
  const ThreadState& thread = threads_[number];
  if (thread.status == Status::NotCreated) return 0;
  return mix(mix(std::rotl(past_that_matters(number, name), 16) ^ name) + standing_of(thread));
}

std::uint64_t Machine::second_hash_of_thread(std::uint16_t number, std::uint16_t name) const {
  const ThreadState& thread = threads_[number];
  if (thread.status == Status::NotCreated) return 0;
  const std::uint64_t past = std::rotl(past_that_matters(number, name), 16) ^ name;
  return mix(mix(past ^ kSecond) + standing_of(thread));
}

std::uint64_t Machine::value_that_matters(ResourceId resource) const {
  const auto is = [&](ResourceKind kind) { return model_.resources()[resource].kind == kind; };
  if (model_.has(Defect::HighMemory) && is(ResourceKind::Cell)) return values_[resource] & 0xffffffff;
  if (model_.has(Defect::HashHidden) && is(ResourceKind::Hidden)) return 0;
  return values_[resource];
}

std::uint64_t Machine::hash_of_resource(ResourceId resource) const {
  if (is_untouched(resource)) return 0;
  return mix(mix(resource * 4ull + tags_[resource]) + value_that_matters(resource));
}

std::uint64_t Machine::second_hash_of_resource(ResourceId resource) const {
  if (is_untouched(resource)) return 0;
  return mix(mix((resource * 4ull + tags_[resource]) ^ kSecond) + value_that_matters(resource));
}

// Of a lock, with somebody as its owner.
std::uint64_t Machine::value_without_owner(ResourceId resource) const {
  constexpr std::uint32_t kSomebody = 0xffff;
  LockWords words = lock_words(values_[resource]);
  words.owner = kSomebody;
  return packed(words);
}

std::uint64_t Machine::hash_without_owner(ResourceId resource) const {
  if (is_untouched(resource)) return 0;
  return mix(mix(resource * 4ull + tags_[resource]) + value_without_owner(resource));
}

std::uint64_t Machine::second_hash_without_owner(ResourceId resource) const {
  if (is_untouched(resource)) return 0;
  return mix(mix((resource * 4ull + tags_[resource]) ^ kSecond) + value_without_owner(resource));
}

std::optional<std::uint16_t> Machine::owner_of(ResourceId lock) const {
  const std::uint32_t owner = is_freed(lock) ? 0 : lock_words(value(lock)).owner;
  if (owner == 0 || owner > threads_.size()) return std::nullopt;
  return static_cast<std::uint16_t>(owner - 1);
}

// Whoever was woken has nothing more to do with what it waited for: that may be gone by then.
bool Machine::needs_freed(std::uint16_t thread) const {
  const Node& next = node(thread);
  if (next.operation.unmaps) return false;
  const bool waits = threads_[thread].wait == Wait::Waiting;
  if (next.operation.kind == EventKind::CondReacquire && !waits) return is_freed(next.partner);
  if (next.operation.kind == EventKind::FutexReturn && !waits) return false;
  const auto freed = [&](ResourceId resource) { return is_freed(resource); };
  return std::any_of(next.cells.begin(), next.cells.end(), freed) || (next.resource != 0 && is_freed(next.resource));
}

std::optional<std::uint64_t> Machine::read(const std::vector<ResourceId>& cells) const {
  std::uint64_t result = 0;
  unsigned shift = 0;
  for (ResourceId cell : cells) {
    const Resource& resource = model_.resources()[cell];
    if (is_untouched(cell) && !resource.initial_known) return std::nullopt;
    result |= value(cell) << shift;
    shift += 8u * resource.size;
  }
  return result;
}

void Machine::write(const std::vector<ResourceId>& cells, std::uint64_t bits) {
  for (ResourceId cell : cells) {
    const std::uint8_t size = model_.resources()[cell].size;
    set(cell, low_bytes(bits, size));
    bits = size >= 8 ? 0 : bits >> (8 * size);
  }
}

std::optional<std::vector<std::uint8_t>> Machine::bytes(const std::vector<ResourceId>& cells, std::size_t size) const {
  std::vector<std::uint8_t> result;
  for (ResourceId cell : cells) {
    if (result.size() >= size) break;
    const Resource& resource = model_.resources()[cell];
    if (is_untouched(cell) && !resource.initial_known) return std::nullopt;
    std::uint64_t bits = value(cell);
    for (std::uint8_t index = 0; index < resource.size; ++index, bits >>= 8) {
      result.push_back(static_cast<std::uint8_t>(bits));
    }
  }
  result.resize(size);
  return result;
}

void Machine::write_bytes(const std::vector<ResourceId>& cells, const std::vector<std::uint8_t>& content) {
  std::size_t at = 0;
  for (ResourceId cell : cells) {
    const std::uint8_t size = model_.resources()[cell].size;
    std::uint64_t bits = 0;
    for (std::uint8_t index = 0; index < size && at < content.size(); ++index, ++at) {
      bits |= std::uint64_t{content[at]} << (8 * index);
    }
    set(cell, bits);
  }
}

bool Machine::may_wake_spuriously(std::uint16_t thread) const {
  const ThreadState& state = threads_[thread];
  return state.status == Status::Live && state.wait == Wait::Waiting &&
         node(thread).operation.kind == EventKind::CondReacquire && state.spurious < freedoms_.spurious_wakeups &&
         !finds_freed(thread);
}

bool Machine::leaves_wait_set(std::uint16_t thread) const {
  return threads_[thread].wait == Wait::Waiting && node(thread).operation.kind == EventKind::CondReacquire &&
         !finds_freed(thread);
}

bool may_wait(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::MutexLock:
    case EventKind::SpinLock:
    case EventKind::ReadLock:
    case EventKind::WriteLock:
    case EventKind::OnceEnter:
    case EventKind::ThreadJoin:
    case EventKind::CondReacquire:
    case EventKind::FutexReturn:
    case EventKind::SemWait:
    case EventKind::BarrierLeave:
    case EventKind::ObjectDestroy:
    case EventKind::Yield:
      return true;
    case EventKind::Call:
      return operation.needs_lock;
    default:
      return false;
  }
}

bool Machine::is_enabled(std::uint16_t thread) const {
  const ThreadState& state = threads_[thread];
  if (state.status != Status::Live || !node(thread).has_operation) return false;
  const Node& next = node(thread);
  if (!may_wait(next.operation)) return true;
  if (finds_freed(thread)) return true;  // and it will be noticed
  const std::uint64_t words = value(next.resource);
  if (may_be_data(next, words) && uses_data(next)) return true;
  const LockWords lock = lock_words(words);
  switch (next.operation.kind) {
    case EventKind::MutexLock:
      return lock.owner == 0 || (lock.owner == thread + 1u && mutex_checks(lock));
    case EventKind::SpinLock:
      return lock.owner == 0;
    case EventKind::ReadLock:
      return lock.owner == 0 || lock.owner == thread + 1u;
    case EventKind::WriteLock:
      return (lock.owner == 0 && lock.count == 0) || lock.owner == thread + 1u;
    case EventKind::OnceEnter:
      return lock.owner == 0;
    case EventKind::ThreadJoin: {
      const auto target = static_cast<std::size_t>(next.operation.object);
      if (target >= threads_.size()) return false;
      const ThreadState& other = threads_[target];
      return other.status == Status::Ended || other.joined || other.detached;
    }
    case EventKind::CondReacquire: {
      if (state.wait == Wait::Waiting) return next.operation.is_timed && !model_.has(Defect::NoTimeout);
      const std::uint32_t owner = lock_words(value(next.partner)).owner;
      return owner == 0 || owner == thread + 1u;
    }
    case EventKind::Call: {
      if (!next.operation.needs_lock) return true;
      const std::uint32_t owner = lock_words(value(next.partner)).owner;
      return owner == 0 || owner == thread + 1u;
    }
    case EventKind::FutexReturn:
      return state.wait != Wait::Waiting || next.operation.is_timed;
    case EventKind::SemWait:
      return (words & ~kDestroyed) > 0;
    case EventKind::BarrierLeave:
      return state.wait == Wait::Woken;
    case EventKind::ObjectDestroy:
      return object_type(next.operation) != ObjectType::Barrier || lock.leaving == 0 || (words & kDestroyed) != 0;
    case EventKind::Yield: {
      if (next.cells.empty()) return true;
      const std::optional<std::uint64_t> seen = read(next.cells);
      return !seen || *seen != next.operation.first;
    }
    default:
      return true;
  }
}

std::vector<std::uint16_t> Machine::waiters(ResourceId resource) const {
  std::vector<std::uint16_t> list;
  for (std::uint16_t index = 0; index < threads_.size(); ++index) {
    if (!is_live(index) || threads_[index].wait != Wait::Waiting) continue;
    if (node(index).resource == resource) list.push_back(index);
  }
  return list;
}

std::uint64_t Machine::waiting_signature() const {
  std::uint64_t signature = 0;
  for (std::uint16_t index = 0; index < threads_.size(); ++index) {
    if (!is_live(index)) continue;
    const Operation& waits = node(index).operation;
    const std::uint64_t place = static_cast<std::uint32_t>(waits.point);
    signature = mix(signature ^ mix(std::uint64_t{index} << 48 ^ place << 8 ^ mix(waits.object)));
  }
  return signature;
}

std::uint64_t Machine::end_signature() const {
  std::uint64_t end = 0;
  for (std::uint16_t index = 0; index < threads_.size() && end == 0; ++index) {
    if (is_live(index) && ends_process(node(index).end)) {
      end = mix(node(index).exit_value + 1);
    }
  }
  return mix(output() ^ mix(end != 0 ? end : waiting_signature()));
}

std::uint32_t Machine::alternatives(std::uint16_t thread) const {
  const Node& next = node(thread);
  const ThreadState& state = threads_[thread];
  switch (next.operation.kind) {
    case EventKind::Choose:
      return static_cast<std::uint32_t>(next.operation.first);
    case EventKind::CondSignal:
      if (model_.has(Defect::FirstWaiter)) return 1;
      return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(waiters(next.resource).size()));
    case EventKind::FutexWake: {
      const auto waiting = static_cast<std::uint32_t>(waiters(next.resource).size());
      return next.operation.first < waiting && !model_.has(Defect::FirstSleeper) ? waiting : 1;
    }
    case EventKind::CondReacquire:
      return state.wait == Wait::Waiting && next.operation.is_timed && may_wake_spuriously(thread) ? 2 : 1;
    case EventKind::Cas: {
      if (freedoms_.weak_cas_failures == 0 || !next.operation.is_weak || state.weak_cas_failed) return 1;
      const std::optional<std::uint64_t> seen = read(next.cells);
      return seen && *seen == next.operation.first ? 2 : 1;
    }
    default:
      return 1;
  }
}

std::optional<std::uint16_t> Machine::holder(std::uint16_t thread) const {
  const Node& next = node(thread);
  const bool wants_mutex = next.operation.kind == EventKind::CondReacquire || next.operation.kind == EventKind::Call;
  const std::uint32_t owner = lock_words(value(wants_mutex ? next.partner : next.resource)).owner;
  if (owner == 0 || owner > threads_.size()) return std::nullopt;
  return static_cast<std::uint16_t>(owner - 1);
}

}  // namespace heddle
