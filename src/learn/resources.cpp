// SPDX-License-Identifier: Apache-2.0
#include "learn/resources.h"

#include <algorithm>

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
