// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation objects and the memory that they live in: what is stored there makes them anew, and what they do
// shows there, if anybody looks.
#include <algorithm>

#include "learn/lock_words.h"
#include "learn/machine.h"
#include "learn/object_bytes.h"

namespace heddle {
namespace {

bool only_reads(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::ReadRange || kind == EventKind::FutexWait ||
         kind == EventKind::Yield;
}

bool only_writes(EventKind kind) {
  return kind == EventKind::Store || kind == EventKind::WriteRange || kind == EventKind::ThreadCreate ||
         kind == EventKind::ThreadJoin || kind == EventKind::ThreadTryJoin || kind == EventKind::ThreadTimedJoin;
}

// Its state follows from its bytes, and they from its state.
bool has_plain_bytes(const Resource& object) { return object.type != ObjectType::Barrier && !object.has_several_types; }

// How many bytes of an object say what it is.
std::uint64_t state_size(const Resource& object) {
  const std::uint64_t most = object.type == ObjectType::Barrier ? changing_bytes(object.type) : kStateBytes;
  return std::min<std::uint64_t>(most, object_size(object.type));
}

bool overlap(const Resource& object, std::uint64_t size, std::uint64_t address, std::size_t length) {
  return address < object.address + size && object.address < address + length;
}

}  // namespace

// What the object is after these bytes were written. Of a barrier that is in use its rounds are not known, and where
// objects of several types follow each other only zeroes mean the same for all.
std::uint64_t Machine::remade(ResourceId object, std::uint64_t address,
                              const std::vector<std::uint8_t>& content) const {
  const Resource& known = model_.resources()[object];
  const std::uint64_t before = value(object);
  if (model_.has(Defect::MadeAnew)) return before;
  const std::uint64_t end = known.address + state_size(known);
  if (!has_plain_bytes(known)) {
    const bool is_barrier = known.type == ObjectType::Barrier && !known.has_several_types;
    const bool is_all = address <= known.address && address + content.size() >= (is_barrier ? end : known.address + 8);
    bool is_zero = true;
    for (std::size_t at = 0; at < content.size(); ++at) {
      is_zero &= content[at] == 0 || address + at - known.address >= object_size(known.type);
    }
    const LockWords words = lock_words(before & ~(kDestroyed | kStored));
    const bool is_used = is_barrier ? words.count != 0 || words.leaving != 0 : !is_all && before != 0;
    if (!is_zero || is_used || (is_barrier && !is_all)) return kOnlyData;
    return is_barrier ? kDestroyed | kStored : 0;
  }
  ObjectBytes bytes = bytes_of_object(known.type, before);
  for (std::size_t at = 0; at < content.size(); ++at) {
    const std::uint64_t offset = address + at - known.address;  // large where the object begins later
    if (offset < state_size(known)) bytes[offset] = content[at];
  }
  return object_of_bytes(known.type, bytes);
}

bool Machine::uses_data(const Node& next) const {
  const EventKind kind = next.operation.kind;
  const bool uses_object = kind != EventKind::ObjectInit && type_touched(next.operation) != ObjectType::Unknown;
  if (!uses_object) return false;
  const bool uses_partner = kind == EventKind::CondWait || kind == EventKind::CondReacquire;
  return value(next.resource) == kOnlyData || (uses_partner && value(next.partner) == kOnlyData);
}

bool Machine::knows_objects(std::uint16_t thread) const {
  const Node& next = node(thread);
  if (uses_data(next)) return false;
  if (next.overlaid.empty() || next.cells.empty() || only_writes(next.operation.kind)) return true;
  const Resource& last = model_.resources()[next.cells.back()];
  const std::uint64_t begin = model_.resources()[next.cells.front()].address;
  return std::all_of(next.overlaid.begin(), next.overlaid.end(), [&](ResourceId id) {
    const Resource& object = model_.resources()[id];
    if (has_plain_bytes(object) || !overlap(object, state_size(object), begin, last.address + last.size - begin))
      return true;
    const bool is_zero = value(id) == 0 && object.type != ObjectType::Barrier;
    return is_untouched(id) || is_zero || (value(id) & kStored) != 0;
  });
}

// After the memory was written.
void Machine::remake_objects(const Node& next) {
  if (next.overlaid.empty() || only_reads(next.operation.kind) || next.cells.empty()) return;
  const Resource& last = model_.resources()[next.cells.back()];
  const std::uint64_t begin = model_.resources()[next.cells.front()].address;
  const auto content = bytes(next.cells, last.address + last.size - begin);
  if (!content) return;
  for (ResourceId object : next.overlaid) {
    const Resource& known = model_.resources()[object];
    if (!overlap(known, state_size(known), begin, content->size())) continue;
    set(object, remade(object, begin, *content));
  }
}

// The object was not known to be there when its bytes were written.
void Machine::adopt(ResourceId object) {
  if (!is_untouched(object)) return;
  const Resource& known = model_.resources()[object];
  ObjectBytes bytes = bytes_of_object(known.type, value(object));
  bool is_written = false;
  for (ResourceId cell : model_.resources().cells_over(known.address, state_size(known))) {
    if (is_untouched(cell) || is_freed(cell)) continue;
    const Resource& part = model_.resources()[cell];
    for (std::uint8_t index = 0; index < part.size; ++index) {
      const std::uint64_t offset = part.address + index - known.address;
      if (offset >= state_size(known)) continue;
      bytes[offset] = static_cast<std::uint8_t>(value(cell) >> (8 * index));
      is_written = true;
    }
  }
  if (!is_written) return;
  const std::vector<std::uint8_t> content(bytes.begin(),
                                          bytes.begin() + static_cast<std::ptrdiff_t>(state_size(known)));
  set(object, remade(object, known.address, content));
}

// Into the cells that are known there. What is not known of a cell that is written in part stays so.
void Machine::write_over(std::uint64_t address, const std::uint8_t* content, std::size_t size) {
  for (ResourceId cell : model_.resources().cells_over(address, size)) {
    const Resource& part = model_.resources()[cell];
    std::uint64_t bits = value(cell);
    bool is_whole = true;
    for (std::uint8_t index = 0; index < part.size; ++index) {
      const std::uint64_t offset = part.address + index - address;
      if (offset >= size) {
        is_whole = false;
        continue;
      }
      bits = (bits & ~(std::uint64_t{0xff} << (8 * index))) | std::uint64_t{content[offset]} << (8 * index);
    }
    const bool is_known = is_whole || !is_untouched(cell) || part.initial_known;
    if (is_known && !is_freed(cell)) set(cell, bits);
  }
}

// What the first bytes of an object are in this state; beyond those that tell it an object that was just made is
// zeroes.
void Machine::write_state(ResourceId object, std::uint64_t state, std::size_t size) {
  const Resource& known = model_.resources()[object];
  std::vector<std::uint8_t> content(size);
  const ObjectBytes bytes = bytes_of_object(known.type, state);
  std::copy_n(bytes.begin(), std::min(size, bytes.size()), content.begin());
  write_over(known.address, content.data(), size);
}

}  // namespace heddle
