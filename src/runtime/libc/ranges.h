// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing ranges of the program's memory on behalf of a libc function, one event per range. Three rules
// keep the wrappers honest:
//  - First wait for the turn, then look: memory may change while a thread waits. So what a range says, and how long it
//    is (a string ends where its NUL is *now*), is found out by a callable that runs once the turn was given.
//  - What was read at an event stays what was read: if further events follow, the bytes are kept in a Scratch.
//  - The extent of an event depends only on what earlier events of this thread returned and on the bytes of the event
//    itself. Peeking at another range to find an extent would be a hidden channel.
// Memory that cannot change unseen (own stack objects nobody shares, read-only parts of the executable) is no event.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

// Bytes that stay as they are until the wrapper returns.
struct View {
  const char* bytes;
  std::size_t size;
};

// Memory private to one call of one wrapper. Small needs are met from the thread's own stack; large ones from a mapping
// per thread at a fixed place outside everything that is restored, which costs nothing until it is touched. A thread is
// in one wrapper at a time (one that calls back into the program must not hold a Scratch meanwhile), and a thread that
// is dropped in the middle of one leaves nothing to clean up.
class Scratch {
 public:
  // Aligned for anything: wide characters and numbers are kept as well as text.
  char* take(std::size_t size) {
    if (size > kNoLimit - kAlignment) return take_large(size);
    size = (size + kAlignment - 1) / kAlignment * kAlignment;
    if (size > sizeof(small_) - small_used_) return take_large(size);
    char* taken = small_ + small_used_;
    small_used_ += size;
    return taken;
  }

 private:
  static constexpr std::size_t kAlignment = 16;
  char* take_large(std::size_t size);

  std::size_t small_used_ = 0;
  std::size_t large_used_ = 0;
  alignas(kAlignment) char small_[256];
};

// True for the read-only part of the executable: string literals, mostly. Nobody can write there.
bool is_constant(const void* address);
bool is_read_only(const void* address);

// True if reading at `address` is no event.
inline bool is_quiet(const void* address) { return is_constant(address) || is_private(address); }

// Waits for the turn to read. Returns whether the read is an event that has to be recorded.
inline bool begin_read(const void* address, std::size_t size, const HeddlePoint* point) {
  return !is_constant(address) && begin_range(address, size, Touch::Reads, point);
}

// Reads at `address` as many bytes (at least one) as extent() says once the turn was given; extent() also does the
// work.
template <typename Extent>
std::size_t read_extent(const void* address, const HeddlePoint* point, Extent extent) {
  bool visible = begin_read(address, 1, point);
  std::size_t size = extent();
  if (visible) record_range(EventKind::ReadRange, address, size, point);
  return size;
}

// The same, and keeps what was read.
template <typename Extent>
View read_kept(const void* address, Scratch& scratch, const HeddlePoint* point, Extent extent) {
  bool visible = begin_read(address, 1, point);
  std::size_t size = extent();
  if (!visible) return {static_cast<const char*>(address), size};
  char* copy = scratch.take(size);
  std::memcpy(copy, address, size);
  record_range(EventKind::ReadRange, address, size, point);
  return {copy, size};
}

// One event that copies `size` bytes at `from` to private memory.
inline void read_into(void* to, const void* from, std::size_t size, const HeddlePoint* point) {
  if (size == 0) return;
  read_extent(from, point, [=] {
    std::memcpy(to, from, size);
    return size;
  });
}

inline View read_bytes(const void* address, std::size_t size, Scratch& scratch, const HeddlePoint* point) {
  if (size == 0) return {static_cast<const char*>(address), 0};
  return read_kept(address, scratch, point, [size] { return size; });
}

// Bytes that a walk over a string of at most `limit` bytes touches: up to and including its NUL.
inline std::size_t string_extent(const char* text, std::size_t limit) {
  std::size_t length = strnlen(text, limit);
  return length < limit ? length + 1 : limit;
}

// A whole string with its NUL, or its first `limit` bytes.
inline View read_string(const char* text, std::size_t limit, Scratch& scratch, const HeddlePoint* point) {
  if (limit == 0) return {text, 0};
  return read_kept(text, scratch, point, [=] { return string_extent(text, limit); });
}

// One event that changes `size` bytes at `to`; change() does it once the turn was given.
template <typename Change>
void write_with(void* to, std::size_t size, const HeddlePoint* point, Change change) {
  if (size == 0) return;
  bool visible = begin_range(to, size, Touch::Writes, point);
  change();
  if (visible) record_range(EventKind::WriteRange, to, size, point);
}

// The coming event writes bytes that may be made of what no event has told.
inline void tell_written(const void* bytes, std::size_t size) {
  if (HEDDLE_UNLIKELY(executing() && state().fingerprints != nullptr)) mix_into_context(bytes, size);
}

inline void write_bytes(void* to, const void* bytes, std::size_t size, const HeddlePoint* point) {
  tell_written(bytes, size);
  write_with(to, size, point, [=] { std::memmove(to, bytes, size); });
}

template <typename Value>
void write_value(Value* to, const Value& value, const HeddlePoint* point) {
  static_assert(std::has_unique_object_representations_v<Value> || std::is_floating_point_v<Value>,
                "use write_structure");
  write_bytes(to, &value, sizeof(Value), point);
}

// Bytes between the members are written with them. They must not be what happens to be on the stack: such a structure
// begins as blank() or as a copy of the program's bytes.
template <typename Structure>
void write_structure(Structure* to, const Structure& value, const HeddlePoint* point) {
  write_bytes(to, &value, sizeof(Structure), point);
}

template <typename Structure>
Structure blank() {
  Structure value;
  std::memset(static_cast<void*>(&value), 0, sizeof(value));
  return value;
}

template <typename Value>
Value read_value(const Value* from, const HeddlePoint* point) {
  Value value;
  read_into(&value, from, sizeof(Value), point);
  return value;
}

}  // namespace heddle::runtime::libc
