// SPDX-License-Identifier: Apache-2.0
//
// Whether it matters to a thread which one it is: another thread with the same fingerprints might do something else then.
// It does if the thread got hold of an address in its own stack, heap or thread-local variables, of its handle, or of
// anything else that others have at other places or with other numbers.
#include <string.h>

#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// The word is the address of something that belongs to the thread: its stack, its heap, its thread-local variables. Its
// handle is such an address, too.
bool is_own(std::uint64_t word, const Thread& thread) {
  return word - (kStackBase + thread.number * kStackStride) < kStackStride ||
         word - (kArenaBase + thread.number * kArenaStride) < kArenaStride ||
         word - (kTlsBase + thread.number * kTlsStride) < kTlsStride || word == thread.fs_base;
}

}  // namespace

void note_individual() {
  if (HEDDLE_LIKELY(state().fingerprints == nullptr)) return;
  current_thread().local.is_individual = true;
}

void note_words(std::uint64_t first, std::uint64_t second) {
  Thread& thread = current_thread();
  if (HEDDLE_UNLIKELY(is_own(first, thread) || is_own(second, thread))) thread.local.is_individual = true;
}

// An address need not stand where addresses usually do.
void note_bytes(const void* bytes, std::size_t size) {
  Thread& thread = current_thread();
  auto* at = static_cast<const char*>(bytes);
  for (std::uint64_t word; size >= sizeof word && !thread.local.is_individual; --size, ++at) {
    memcpy(&word, at, sizeof word);
    if (HEDDLE_LIKELY(word - kArenaBase >= kTlsCopyBase - kArenaBase)) continue;
    if (is_own(word, thread)) thread.local.is_individual = true;
  }
}

// Blocks of the heap, threads, keys and the rest stand at places of its own or have numbers of its own.
bool is_individual(const Thread& thread) {
  const LocalState& local = thread.local;
  return local.is_individual || state().counts_with_addresses || used_heap(thread) != 0 || thread.children != 0 ||
         thread.exit_calls != nullptr || !local.hidden.is_none() || !local.keys.is_none() || !local.thrown.is_none() ||
         thread.shares_exceptions;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

extern "C" {

void __heddle_note_address(const void* address) {
  if (executing() && state().fingerprints != nullptr) note_bytes(&address, sizeof address);
}

}  // extern "C"
