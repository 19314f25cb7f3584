// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory_errors.h"

#include <cstdio>

#include "trace/result.h"

namespace heddle {
namespace {

std::string hexadecimal(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string bytes(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

std::string thread_name(ThreadId thread) { return "thread " + std::to_string(number(thread)); }

// " by thread 1 at file.c:12", as far as it is known.
std::string by_whom_and_where(ThreadId thread, ProgramPoint point, const ProgramFacts& facts) {
  std::string text = " by " + thread_name(thread);
  const SourceLocation& location = facts.at(point).location;
  if (location.known()) text += " at " + location.file + ":" + std::to_string(location.line);
  return text;
}

std::string access(const MemoryError& memory) {
  if (memory.access_size == 0) return "operation";
  return std::string(memory.is_write ? "write" : "read") + " of " + bytes(memory.access_size);
}

std::string block(const MemoryError& memory) { return "a block of " + bytes(memory.block_size); }

std::string allocation(const MemoryError& memory, const ProgramFacts& facts) {
  return "allocated" + by_whom_and_where(memory.allocated_by, memory.allocated_at, facts);
}

std::string history(const MemoryError& memory, const ProgramFacts& facts) {
  return "freed" + by_whom_and_where(memory.freed_by, memory.freed_at, facts) + ", " + allocation(memory, facts);
}

std::string use_after_free(const MemoryError& memory, const ProgramFacts& facts) {
  const std::uint64_t offset = memory.address - memory.block;
  std::string where = offset == 0 ? "in " : "at offset " + std::to_string(offset) + " of ";
  return "use after free: " + access(memory) + " " + where + block(memory) + ", " + history(memory, facts);
}

// "4 bytes after a block of 16 bytes".
std::string relative_to_block(const MemoryError& memory) {
  const std::uint64_t end = memory.block + memory.block_size;
  if (memory.address < memory.block) return bytes(memory.block - memory.address) + " before " + block(memory);
  if (memory.address < end) return bytes(memory.address - memory.block) + " into " + block(memory);
  if (memory.address == end) return "right after " + block(memory);
  return bytes(memory.address - end) + " after " + block(memory);
}

std::string buffer_overflow(const MemoryError& memory, const ProgramFacts& facts) {
  std::string text = "heap buffer overflow: " + access(memory) + " touches memory ";
  if (memory.block == 0) return text + "that was never allocated, at " + hexadecimal(memory.address);
  return text + relative_to_block(memory) + ", " + allocation(memory, facts);
}

std::string invalid_free(const MemoryError& memory, const ProgramFacts& facts) {
  std::string text = "free of memory that malloc did not return: ";
  if (memory.block == 0) return text + hexadecimal(memory.address);
  return text + relative_to_block(memory) + ", " + allocation(memory, facts);
}

std::string dangling_stack(const MemoryError& memory, const ProgramFacts& facts) {
  std::string object = "the stack of " + thread_name(memory.owner);
  const bool has_name = memory.site < facts.stack_sites.size();
  if (has_name) {
    const StackSiteFacts& site = facts.stack_sites[memory.site];
    if (!site.variable.empty()) object = "local variable " + site.variable + " of " + thread_name(memory.owner);
  }
  std::string text = "use after free: " + access(memory) + " on " + object;
  if (memory.owner_ended) return text + ", which has ended";
  return text + ", in a function that has returned";
}

std::string null_dereference(const Failure& failure) {
  const MemoryError& memory = failure.memory;
  std::string text = "null pointer dereference";
  const bool is_jump = memory.access_size == 0 && failure.fault_pc == memory.address;
  if (is_jump) return "null function pointer called";
  if (memory.access_size != 0) text += ": " + access(memory);
  if (memory.address != 0) text += " at address " + hexadecimal(memory.address);
  return text;
}

}  // namespace

std::string describe_leak(const Leak& leak, const ProgramFacts& facts) {
  const SourceLocation& location = facts.at(leak.point).location;
  std::string where = location.known() ? location.file + ":" + std::to_string(location.line) : "an unknown place";
  return "leak: " + bytes(leak.bytes) + " in " + std::to_string(leak.blocks) +
         (leak.blocks == 1 ? " block" : " blocks") + " allocated at " + where + " were never freed";
}

FindingKind kind_of(Fault fault) {
  switch (fault) {
    case Fault::None:
      return FindingKind::Crash;
    case Fault::UseAfterFree:
    case Fault::DanglingStack:
    case Fault::DanglingThreadLocal:
      return FindingKind::UseAfterFree;
    case Fault::DoubleFree:
      return FindingKind::DoubleFree;
    case Fault::InvalidFree:
      return FindingKind::InvalidFree;
    case Fault::BufferOverflow:
      return FindingKind::BufferOverflow;
    case Fault::NullDereference:
      return FindingKind::NullDereference;
    case Fault::StackOverflow:
      return FindingKind::StackOverflow;
  }
  HEDDLE_CHECK(false, "fault out of range");
}

std::string describe_memory_error(const Failure& failure, const ProgramFacts& facts) {
  const MemoryError& memory = failure.memory;
  switch (failure.fault) {
    case Fault::None:
      break;
    case Fault::UseAfterFree:
      return use_after_free(memory, facts);
    case Fault::DoubleFree:
      return "double free of " + block(memory) + ", " + history(memory, facts);
    case Fault::InvalidFree:
      return invalid_free(memory, facts);
    case Fault::BufferOverflow:
      return buffer_overflow(memory, facts);
    case Fault::DanglingStack:
      return dangling_stack(memory, facts);
    case Fault::DanglingThreadLocal:
      return "use after free: " + access(memory) + " in thread-local memory of " + thread_name(memory.owner) +
             ", which has ended";
    case Fault::NullDereference:
      return null_dereference(failure);
    case Fault::StackOverflow:
      return "stack overflow";
  }
  HEDDLE_CHECK(false, "fault out of range");
}

}  // namespace heddle
