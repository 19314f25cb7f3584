// SPDX-License-Identifier: Apache-2.0
//
// Resources: the things operations touch. Memory is cut into cells, the coarsest pieces such that every access seen so
// far covers whole ones; a cell never crosses an 8-byte border, so its value fits a word. Everything else (locks,
// hidden state, threads) is one resource per address. A resource that only one thread was ever seen to touch is
// private.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "learn/access_set.h"
#include "trace/object_type.h"
#include "trace/thread_set.h"

namespace heddle {

enum class ResourceKind : std::uint8_t { Cell, Object, Hidden, Thread };

struct Resource {
  ResourceKind kind = ResourceKind::Cell;
  bool has_user = false;
  bool is_shared = false;
  bool is_lock = false;                   // Object: the machine keeps it as LockWords, with an owner
  bool has_several_types = false;         // Object: one after the other in the same memory
  bool is_overlaid = false;               // Object: somebody was seen to read or write its bytes
  bool is_contended = false;              // Object: of those who use it or its bytes there are several
  bool may_be_destroyed = false;          // Object: somebody does
  bool is_told = false;                   // Object: somebody reads bytes that tell its state
  ObjectType type = ObjectType::Unknown;  // Object: if its state is in its bytes
  std::uint8_t size = 0;                  // Cell: bytes
  ThreadId first_user{};
  std::uint64_t address = 0;
  // Before anybody touches it. Cell: its bytes. Semaphore: its count.
  bool initial_known = false;
  std::uint64_t initial = 0;
};

// The first `count` of the bytes in `value`.
constexpr std::uint64_t low_bytes(std::uint64_t value, std::uint64_t count) {
  return count >= 8 ? value : value & ((std::uint64_t{1} << (8 * count)) - 1);
}

// A cell was cut: what is behind its first bytes is another one now.
struct Cut {
  ResourceId cell;
  ResourceId rest;
  std::uint8_t kept;  // bytes of the cell
};

class Resources {
 public:
  std::size_t size() const { return resources_.size(); }
  const Resource& operator[](ResourceId id) const { return resources_[id]; }

  // The cells that make up `size` bytes at `address`, in order of address; cuts them if need be.
  std::vector<ResourceId> cells(std::uint64_t address, std::uint64_t size);
  ResourceId object(std::uint64_t address) { return other(ResourceKind::Object, address); }
  ResourceId hidden(std::uint64_t address) { return other(ResourceKind::Hidden, address); }
  ResourceId thread(std::uint64_t number) { return other(ResourceKind::Thread, number); }
  // Everything known inside of a block.
  std::vector<ResourceId> inside(std::uint64_t address, std::uint64_t size) const;
  // Known cells that have bytes in common with these.
  std::vector<ResourceId> cells_over(std::uint64_t address, std::uint64_t size) const;
  // Objects, of those whose bytes are their state, that have bytes in common with these.
  std::vector<ResourceId> objects_over(std::uint64_t address, std::uint64_t size) const;

  void note_user(ResourceId id, ThreadId thread);
  // Several threads touch it.
  void note_shared(ResourceId id);
  void note_lock(ResourceId id) { resources_[id].is_lock = true; }
  void set_initial(ResourceId id, std::uint64_t value);
  // The object is taken for one of this type.
  void note_type(ResourceId id, ObjectType type);
  // Somebody uses the object, or reads or writes its bytes. `everybody`: any thread may be the one who does.
  void note_object_user(ResourceId id, ThreadId thread, bool everybody);
  void note_overlaid(ResourceId id);
  void note_destroyed(ResourceId id);
  // Somebody reads the bytes in which operations keep the state.
  void note_told(ResourceId id);

  // How often the meaning of what was known changed: a cell was cut, or a private resource became shared.
  std::uint32_t shape() const { return shape_; }
  // All of them, in the order in which they were made.
  const std::vector<Cut>& cuts() const { return cuts_; }
  // Objects with a type, and those with is_told, in the order in which they became it.
  const std::vector<ResourceId>& typed() const { return typed_; }
  const std::vector<ResourceId>& told() const { return told_; }
  // Changes when operations may be about other resources than before.
  std::size_t names() const { return cuts_.size() + typed_.size() + told_.size(); }

 private:
  ResourceId other(ResourceKind kind, std::uint64_t address);
  ResourceId add_cell(std::uint64_t address, std::uint64_t size);
  void cut(std::uint64_t address);

  std::vector<Resource> resources_;
  std::map<std::uint64_t, ResourceId> cells_;  // by first address
  std::map<std::uint64_t, ResourceId> objects_;
  std::unordered_map<std::uint64_t, ResourceId> hidden_;
  std::unordered_map<std::uint64_t, ResourceId> threads_;
  std::vector<Cut> cuts_;
  std::map<std::uint64_t, ResourceId> typed_objects_;  // by address
  std::vector<ResourceId> typed_;
  std::vector<ResourceId> told_;
  std::uint32_t shape_ = 0;
};

}  // namespace heddle
