// SPDX-License-Identifier: Apache-2.0
//
// Ranges of a known size: the copies and fills that the pass inserts itself (they carry their program point), and the
// mem* family of libc (whose point is that of the call).
#include <cstdint>
#include <cstring>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

void copy(void* to, const void* from, std::size_t size, const HeddlePoint* point) {
  Scratch scratch;
  View source = read_bytes(from, size, scratch, point);
  write_bytes(to, source.bytes, size, point);
}

void fill(void* to, int byte, std::size_t size, const HeddlePoint* point) {
  write_with(to, size, point, [=] { std::memset(to, byte, size); });
}

int compare(const void* left, const void* right, std::size_t size, const HeddlePoint* point) {
  if (size == 0) return 0;
  Scratch scratch;
  View first = read_bytes(left, size, scratch, point);
  int result = 0;
  read_extent(right, point, [&] {
    result = std::memcmp(first.bytes, right, size);
    return size;
  });
  return result;
}

// Natively an instrumented program has real threads, so what was one atomic access of 16 bytes must stay one.
bool is_native_wide_atomic(std::size_t size, std::uint32_t order) {
  return size == 16 && order != static_cast<std::uint32_t>(MemoryOrder::Plain);
}

struct Wide {
  std::uint64_t low, high;
};

// Exchanges when memory equals `expected`; otherwise puts what is there into `expected`.
bool exchange_wide(void* address, Wide& expected, const Wide& desired) {
  bool exchanged;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(exchanged), "+m"(*static_cast<Wide*>(address)), "+a"(expected.low), "+d"(expected.high)
               : "b"(desired.low), "c"(desired.high)
               : "memory");
  return exchanged;
}

void native_read(void* buffer, const void* shared, std::size_t size, std::uint32_t order) {
  if (!is_native_wide_atomic(size, order)) {
    std::memcpy(buffer, shared, size);
    return;
  }
  Wide value{0, 0};
  exchange_wide(const_cast<void*>(shared), value, value);
  std::memcpy(buffer, &value, sizeof(value));
}

void native_write(void* shared, const void* buffer, std::size_t size, std::uint32_t order) {
  if (!is_native_wide_atomic(size, order)) {
    std::memcpy(shared, buffer, size);
    return;
  }
  Wide expected{0, 0}, desired;
  std::memcpy(&desired, buffer, sizeof(desired));
  while (!exchange_wide(shared, expected, desired)) {
  }
}

void note_order(std::uint32_t order, const HeddlePoint* point) {
  wire::EventRecord& event = state().events[state().step - 1];
  event.order = static_cast<MemoryOrder>(order);
  if (event.order != MemoryOrder::Plain) event.flags |= wire::kEventAtomic;
  if (point != nullptr && (point->flags & wire::kPointVolatile) != 0) event.flags |= wire::kEventVolatile;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle;
using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

void __heddle_read(void* buffer, const void* shared, std::size_t size, std::uint32_t order, const HeddlePoint* point) {
  if (!executing()) return native_read(buffer, shared, size, order);
  bool visible = begin_read(shared, size, point);
  std::memcpy(buffer, shared, size);
  if (!visible) return;
  record_range(EventKind::ReadRange, shared, size, point);
  note_order(order, point);
}

void __heddle_write(void* shared, const void* buffer, std::size_t size, std::uint32_t order, const HeddlePoint* point) {
  if (!executing()) return native_write(shared, buffer, size, order);
  bool visible = begin_range(shared, size, Touch::Writes, point);
  std::memcpy(shared, buffer, size);
  if (!visible) return;
  record_range(EventKind::WriteRange, shared, size, point);
  note_order(order, point);
}

void __heddle_memcpy(void* to, const void* from, std::size_t size, const HeddlePoint* point) {
  if (!executing()) {
    std::memcpy(to, from, size);
    return;
  }
  copy(to, from, size, point);
}

void __heddle_memmove(void* to, const void* from, std::size_t size, const HeddlePoint* point) {
  if (!executing()) {
    std::memmove(to, from, size);
    return;
  }
  copy(to, from, size, point);
}

void __heddle_memset(void* to, int byte, std::size_t size, const HeddlePoint* point) {
  if (!executing()) {
    std::memset(to, byte, size);
    return;
  }
  fill(to, byte, size, point);
}

void* __heddle_libc_memcpy(void* to, const void* from, std::size_t size) {
  __heddle_memcpy(to, from, size, call_point());
  return to;
}

void* __heddle_libc_memmove(void* to, const void* from, std::size_t size) {
  __heddle_memmove(to, from, size, call_point());
  return to;
}

void* __heddle_libc_mempcpy(void* to, const void* from, std::size_t size) {
  __heddle_memcpy(to, from, size, call_point());
  return static_cast<char*>(to) + size;
}

void* __heddle_libc_memset(void* to, int byte, std::size_t size) {
  __heddle_memset(to, byte, size, call_point());
  return to;
}

void __heddle_libc_bzero(void* to, std::size_t size) { __heddle_memset(to, 0, size, call_point()); }

void __heddle_libc_explicit_bzero(void* to, std::size_t size) { __heddle_memset(to, 0, size, call_point()); }

int __heddle_libc_memcmp(const void* left, const void* right, std::size_t size) {
  if (!executing()) return std::memcmp(left, right, size);
  return compare(left, right, size, call_point());
}

int __heddle_libc_bcmp(const void* left, const void* right, std::size_t size) {
  return __heddle_libc_memcmp(left, right, size);
}

void* __heddle_libc_memchr(const void* memory, int byte, std::size_t size) {
  if (!executing()) return const_cast<void*>(std::memchr(memory, byte, size));
  if (size == 0) return nullptr;
  const char* found = nullptr;
  read_extent(memory, call_point(), [&] {
    found = static_cast<const char*>(std::memchr(memory, byte, size));
    return found ? static_cast<std::size_t>(found - static_cast<const char*>(memory)) + 1 : size;
  });
  return const_cast<char*>(found);
}

// Looks for a byte that is known to be there.
void* __heddle_libc_rawmemchr(const void* memory, int byte) {
  if (!executing()) return const_cast<void*>(rawmemchr(memory, byte));
  const char* found = nullptr;
  read_extent(memory, call_point(), [&] {
    found = static_cast<const char*>(rawmemchr(memory, byte));
    return static_cast<std::size_t>(found - static_cast<const char*>(memory)) + 1;
  });
  return const_cast<char*>(found);
}

// Copies up to and including `byte`; the place behind its copy, or nullptr if it was not there.
void* __heddle_libc_memccpy(void* to, const void* from, int byte, std::size_t size) {
  if (!executing()) return memccpy(to, from, byte, size);
  if (size == 0) return nullptr;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View source = read_kept(from, scratch, point, [=] {
    const void* found = std::memchr(from, byte, size);
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - static_cast<const char*>(from)) + 1
                 : size;
  });
  write_bytes(to, source.bytes, source.size, point);
  bool is_found = source.bytes[source.size - 1] == static_cast<char>(byte);
  return is_found ? static_cast<char*>(to) + source.size : nullptr;
}

// Walks backwards, but all of it must be there, and an event that began where the byte is found could not be told from
// another operation.
void* __heddle_libc_memrchr(const void* memory, int byte, std::size_t size) {
  if (!executing()) return const_cast<void*>(memrchr(memory, byte, size));
  if (size == 0) return nullptr;
  const void* found = nullptr;
  read_extent(memory, call_point(), [&] {
    found = memrchr(memory, byte, size);
    return size;
  });
  return const_cast<void*>(found);
}

// The needle as a whole, then the haystack up to the end of the first match.
void* __heddle_libc_memmem(const void* haystack, std::size_t size, const void* needle, std::size_t needle_size) {
  if (!executing()) return memmem(haystack, size, needle, needle_size);
  if (needle_size == 0) return const_cast<void*>(haystack);
  if (size < needle_size) return nullptr;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View wanted = read_bytes(needle, needle_size, scratch, point);
  const char* found = nullptr;
  read_extent(haystack, point, [&] {
    found = static_cast<const char*>(memmem(haystack, size, wanted.bytes, wanted.size));
    return found ? static_cast<std::size_t>(found - static_cast<const char*>(haystack)) + wanted.size : size;
  });
  return const_cast<char*>(found);
}

}  // extern "C"
