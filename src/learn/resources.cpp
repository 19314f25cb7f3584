// SPDX-License-Identifier: Apache-2.0
#include "learn/resources.h"

#include <algorithm>

#include "learn/object_bytes.h"

namespace heddle {
namespace {

constexpr std::uint64_t kWord = 8;

}  // namespace

ResourceId Resources::add_cell(std::uint64_t address, std::uint64_t size) {
  const auto id = static_cast<ResourceId>(resources_.size());
  Resource& cell = resources_.emplace_back();
  cell.address = address;
  cell.size = static_cast<std::uint8_t>(size);
  cells_.emplace(address, id);
  return id;
}

// Makes `address` a border between cells. The cut part becomes a new cell with the same users.
void Resources::cut(std::uint64_t address) {
  auto after = cells_.upper_bound(address);
  if (after == cells_.begin()) return;
  const ResourceId id = std::prev(after)->second;
  const Resource whole = resources_[id];
  if (whole.address == address || whole.address + whole.size <= address) return;
  const std::uint64_t kept = address - whole.address;
  const ResourceId rest = add_cell(address, whole.size - kept);
  Resource& second = resources_[rest];
  second.is_shared = whole.is_shared;
  second.has_user = whole.has_user;
  second.first_user = whole.first_user;
  second.initial_known = whole.initial_known;
  second.initial = whole.initial >> (8 * kept);
  resources_[id].size = static_cast<std::uint8_t>(kept);
  resources_[id].initial = low_bytes(whole.initial, kept);
  cuts_.push_back({id, rest, static_cast<std::uint8_t>(kept)});
  ++shape_;
}

std::vector<ResourceId> Resources::cells(std::uint64_t address, std::uint64_t size) {
  std::vector<ResourceId> found;
  const std::uint64_t end = address + size;
  cut(address);
  cut(end);
  auto next = cells_.lower_bound(address);
  while (address < end) {
    const bool is_known = next != cells_.end() && next->first == address;
    if (is_known) {
      found.push_back(next->second);
      address += resources_[next->second].size;
      ++next;
      continue;
    }
    const std::uint64_t known = next == cells_.end() ? end : std::min(end, next->first);
    const std::uint64_t gap_end = std::min(known, (address / kWord + 1) * kWord);
    found.push_back(add_cell(address, gap_end - address));
    address = gap_end;
    next = cells_.lower_bound(address);
  }
  return found;
}

ResourceId Resources::other(ResourceKind kind, std::uint64_t address) {
  const auto id = static_cast<ResourceId>(resources_.size());
  bool is_new = false;
  ResourceId result = 0;
  if (kind == ResourceKind::Object) {
    const auto [at, added] = objects_.emplace(address, id);
    is_new = added;
    result = at->second;
  } else {
    const auto [at, added] = (kind == ResourceKind::Hidden ? hidden_ : threads_).emplace(address, id);
    is_new = added;
    result = at->second;
  }
  if (is_new) {
    Resource& resource = resources_.emplace_back();
    resource.kind = kind;
    resource.address = address;
    resource.is_shared = true;  // nobody reads these past us
  }
  return result;
}

std::vector<ResourceId> Resources::inside(std::uint64_t address, std::uint64_t size) const {
  std::vector<ResourceId> found;
  for (const auto* table : {&cells_, &objects_}) {
    for (auto at = table->lower_bound(address); at != table->end() && at->first < address + size; ++at) {
      found.push_back(at->second);
    }
  }
  return found;
}

std::vector<ResourceId> Resources::cells_over(std::uint64_t address, std::uint64_t size) const {
  std::vector<ResourceId> found;
  auto at = cells_.lower_bound(address);
  if (at != cells_.begin()) {
    const Resource& before = resources_[std::prev(at)->second];
    if (before.address + before.size > address) --at;
  }
  for (; at != cells_.end() && at->first < address + size; ++at) found.push_back(at->second);
  return found;
}

std::vector<ResourceId> Resources::objects_over(std::uint64_t address, std::uint64_t size) const {
  std::vector<ResourceId> found;
  if (typed_objects_.empty()) return found;
  auto at = typed_objects_.lower_bound(address < kLargestObject ? 0 : address - kLargestObject + 1);
  for (; at != typed_objects_.end() && at->first < address + size; ++at) {
    if (at->first + object_size(resources_[at->second].type) > address) found.push_back(at->second);
  }
  return found;
}

// Who wrote these bytes before has made the object. Of one that is of several types the largest tells how far it
// reaches.
void Resources::note_type(ResourceId id, ObjectType type) {
  Resource& resource = resources_[id];
  const bool is_known =
      resource.type == type || (resource.has_several_types && object_size(type) <= object_size(resource.type));
  if (type == ObjectType::Unknown || is_known) return;
  resource.has_several_types = resource.type != ObjectType::Unknown;
  if (object_size(type) >= object_size(resource.type)) resource.type = type;
  typed_objects_.emplace(resource.address, id);
  typed_.push_back(id);
  if (!cells_over(resource.address, object_size(type)).empty()) ++shape_;
}

void Resources::note_object_user(ResourceId id, ThreadId thread, bool everybody) {
  Resource& resource = resources_[id];
  if (resource.is_contended) return;
  const bool is_first = !resource.has_user;
  resource.is_contended = everybody || (!is_first && resource.first_user != thread);
  if (is_first) resource.first_user = thread;
  resource.has_user = true;
  if (resource.is_contended && (resource.is_overlaid || resource.may_be_destroyed)) ++shape_;
}

void Resources::note_overlaid(ResourceId id) {
  if (resources_[id].is_overlaid) return;
  resources_[id].is_overlaid = true;
  if (resources_[id].is_contended) ++shape_;
}

void Resources::note_destroyed(ResourceId id) {
  if (resources_[id].may_be_destroyed) return;
  resources_[id].may_be_destroyed = true;
  if (resources_[id].is_contended) ++shape_;
}

void Resources::note_told(ResourceId id) {
  if (resources_[id].is_told) return;
  resources_[id].is_told = true;
  const std::uint64_t address = resources_[id].address;
  for (ResourceId cell : cells(address, changing_bytes(resources_[id].type))) note_shared(cell);
  told_.push_back(id);
  ++shape_;
}

void Resources::note_user(ResourceId id, ThreadId thread) {
  Resource& resource = resources_[id];
  if (resource.is_shared) return;
  if (!resource.has_user) {
    resource.has_user = true;
    resource.first_user = thread;
  } else if (resource.first_user != thread) {
    note_shared(id);
  }
}

void Resources::note_shared(ResourceId id) {
  Resource& resource = resources_[id];
  if (resource.is_shared) return;
  resource.has_user = resource.is_shared = true;
  ++shape_;
}

void Resources::set_initial(ResourceId id, std::uint64_t value) {
  resources_[id].initial = value;
  resources_[id].initial_known = true;
}

}  // namespace heddle
