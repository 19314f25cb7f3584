// SPDX-License-Identifier: Apache-2.0
#include "report/stack.h"

#include "report/source_text.h"

namespace heddle {

namespace {

bool is_user_code(const Frame& frame) { return frame.location.known() && !is_system_file(frame.location.file); }

// The runtime is linked into the program without debug information, and so is nothing else that Heddle compiles.
bool is_runtime(const Frame& frame) {
  const std::string& function = frame.location.function;
  bool is_ours = function.starts_with("__heddle_") || function.starts_with("heddle::");
  return is_ours || frame.location.file.find("src/runtime/") != std::string::npos;
}

std::vector<Frame> all_frames(const Stack& stack, std::uint64_t fault_pc, const SymbolTable& symbols) {
  std::vector<Frame> frames;
  for (std::uint64_t pc : stack) {
    std::uint64_t address = lookup_address(pc, fault_pc);
    auto found = symbols.code.find(address);
    if (found == symbols.code.end() || found->second.empty()) {
      Frame unknown;
      unknown.address = address;
      frames.push_back(unknown);
    } else {
      frames.insert(frames.end(), found->second.begin(), found->second.end());
    }
  }
  return frames;
}

void add_stack(SymbolQueries& queries, const Stack& stack, std::uint64_t fault_pc) {
  for (std::uint64_t pc : stack) queries.code.insert(lookup_address(pc, fault_pc));
}

}  // namespace

std::vector<Frame> frames_of(const Stack& stack, std::uint64_t fault_pc, const SymbolTable& symbols) {
  std::vector<Frame> frames = all_frames(stack, fault_pc, symbols);
  if (first_user_frame(frames) == nullptr) return frames;
  auto begin = frames.begin();
  bool faulted = !stack.empty() && stack.front() == fault_pc;
  if (faulted) {
    while (is_runtime(*begin)) ++begin;
  } else {
    // Between the user's code and a recorded operation there are only the runtime and what it replaces.
    while (!begin->location.known()) ++begin;
  }
  auto end = frames.end();
  while (!is_user_code(*(end - 1))) --end;
  return {begin, end};
}

const Frame* first_user_frame(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames) {
    if (is_user_code(frame) && !is_runtime(frame)) return &frame;
  }
  return nullptr;
}

void add_code_queries(SymbolQueries& queries, const Trace& trace) {
  const Failure& failure = trace.failure;
  if (failure.fault_pc != 0) queries.code.insert(failure.fault_pc);
  add_stack(queries, failure.stack, failure.fault_pc);
  for (const ThreadSummary& thread : trace.threads) add_stack(queries, thread.stack, 0);
  // One stack per thread is enough to tell what it is called.
  std::vector<bool> seen(trace.threads.size(), false);
  for (std::size_t index = 0; index < trace.stacks.size() && index < trace.events.size(); ++index) {
    std::size_t thread = number(trace.events[index].thread);
    if (thread >= seen.size() || seen[thread] || trace.stacks[index].empty()) continue;
    bool is_begin = trace.events[index].kind == EventKind::Begin;
    seen[thread] = !is_begin;
    add_stack(queries, trace.stacks[index], 0);
  }
}

}  // namespace heddle
