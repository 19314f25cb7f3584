// SPDX-License-Identifier: Apache-2.0
#include "report/stack.h"

#include <algorithm>
#include <filesystem>

#include "report/source_text.h"

namespace heddle {

bool is_in_user_code(const SourceLocation& location) { return location.known() && !is_system_file(location.file); }

namespace {

bool is_user_code(const Frame& frame) { return is_in_user_code(frame.location); }

bool is_named_runtime(const Frame& frame) {
  const std::string& function = frame.location.function;
  return function.starts_with("__heddle_") || function.starts_with("heddle::runtime::") ||
         function == "heddle_call_thread" || function == "heddle_run_once";
}

// What the runtime replaces (pthread_mutex_lock, __assert_fail) can be told by its file only. It is compiled with this name
// of its folder, wherever that was (runtime/CMakeLists.txt).
bool is_runtime(const Frame& frame) {
  if (is_named_runtime(frame)) return true;
  if (!frame.location.file.starts_with("/heddle/")) return false;
  return std::filesystem::path(frame.location.file).lexically_normal().string().starts_with("/heddle/src/runtime/");
}

std::vector<Frame> all_frames(const Stack& stack, const SymbolTable& symbols) {
  std::vector<Frame> frames;
  for (std::uint64_t address : stack) {  // the runtime already moved return addresses back onto their call
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

void add_stack(SymbolQueries& queries, const Stack& stack) { queries.code.insert(stack.begin(), stack.end()); }

}  // namespace

std::vector<Frame> frames_of(const Stack& stack, std::uint64_t fault_pc, const SymbolTable& symbols) {
  std::vector<Frame> frames = all_frames(stack, symbols);
  std::erase_if(frames, is_runtime);
  if (first_user_frame(frames) == nullptr) return frames;
  auto begin = frames.begin();
  bool faulted = !stack.empty() && stack.front() == fault_pc;
  // Between the user's code and a recorded operation there is only what the runtime stands in for.
  while (!faulted && !begin->location.known()) ++begin;
  auto end = frames.end();
  while (!is_user_code(*(end - 1))) --end;
  return {begin, end};
}

Stack failing_stack(const Failure& failure) {
  if (failure.fault_pc == 0) return failure.stack;
  auto fault = std::find(failure.stack.begin(), failure.stack.end(), failure.fault_pc);
  if (fault == failure.stack.end()) return {failure.fault_pc};
  return {fault, failure.stack.end()};
}

const Frame* first_user_frame(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames) {
    if (is_user_code(frame)) return &frame;
  }
  return nullptr;
}

void add_code_queries(SymbolQueries& queries, const Trace& trace, const ProgramFacts& facts) {
  const Failure& failure = trace.failure;
  add_stack(queries, failing_stack(failure));
  for (const ThreadSummary& thread : trace.threads) add_stack(queries, thread.stack);
  std::size_t count = std::min(trace.stacks.size(), trace.events.size());
  std::vector<bool> seen(trace.threads.size(), false);
  for (std::size_t index = 0; index < count; ++index) {
    // The first stack in the user's code tells what a thread is called; the others matter where the point itself is not
    // in the user's code.
    std::size_t thread = number(trace.events[index].thread);
    bool is_in_library = !is_in_user_code(facts.at(trace.events[index].point).location);
    bool is_first = !is_in_library && thread < seen.size() && !seen[thread];
    if (is_first) seen[thread] = true;
    if (is_first || is_in_library) add_stack(queries, trace.stacks[index]);
  }
}

}  // namespace heddle
