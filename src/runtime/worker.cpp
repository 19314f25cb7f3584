// SPDX-License-Identifier: Apache-2.0
//
// The supervisor keeps a pristine image of the program and forks workers from it. A worker runs slot after slot in one
// process, resetting memory in between; it is replaced after every crash or hang, because memory may be damaged in ways
// nobody sees. A slot that asks for it runs alone in a fresh fork: slow, but nothing can leak into it, which makes it
// the yardstick for the in-process reset. When a worker vanishes, the slot it was running gets the outcome WorkerDied.
#include "runtime/worker.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/early_files.h"
#include "runtime/endless_loop.h"
#include "runtime/fiber.h"
#include "runtime/libc/stream/stream_lock.h"
#include "runtime/libraries.h"
#include "runtime/mutex.h"
#include "runtime/output_file.h"
#include "runtime/peek.h"
#include "runtime/priority.h"
#include "runtime/raw_system.h"
#include "runtime/signals.h"
#include "runtime/snapshot.h"
#include "runtime/stack_sites.h"
#include "runtime/thread.h"

namespace heddle::runtime {

void buffer_output(int mode) {
  static char buffer[4096];
  setvbuf(stdout, buffer, mode, sizeof buffer);
}

namespace {

wire::Slot* slot_at(std::uint32_t index) {
  State& s = state();
  char* slots = reinterpret_cast<char*>(s.ring) + s.ring->slots_offset;
  return reinterpret_cast<wire::Slot*>(slots + (index % s.ring->slot_count) * s.ring->slot_stride);
}

// Spins briefly, then sleeps until there is a slot to run. False: quit.
bool wait_for_slot() {
  wire::RingHeader& ring = *state().ring;
  std::uint32_t next = ring.tail;
  for (std::uint32_t spins = 0; ring.head == next; ++spins) {
    if (ring.quit != 0) return false;
    if (spins < ring.spin) {
      __builtin_ia32_pause();
      continue;
    }
    ring.head_sleepers = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (ring.head == next && ring.quit == 0) {
      raw_syscall(SYS_futex, reinterpret_cast<long>(&ring.head), FUTEX_WAIT, next, 0);
    }
    ring.head_sleepers = 0;
  }
  return ring.quit == 0;
}

// What the next execution will write first, fetched while this one's memory is being reset.
void fetch_next_slot() {
  State& s = state();
  const char* slot = reinterpret_cast<const char*>(slot_at(s.ring->tail));
  constexpr std::size_t kLine = 64, kFirstLines = 3, kFirstEvents = kRecordsAhead;
  for (std::size_t line = 0; line < kFirstLines; ++line) {
    fetch_for_writing(slot + line * kLine);
    fetch_for_writing(slot + offsetof(wire::Slot, threads) + line * kLine);
  }
  for (std::size_t event = 0; event < kFirstEvents; event += kLine / sizeof(wire::EventRecord)) {
    fetch_for_writing(slot + s.layout.events + event * sizeof(wire::EventRecord));
  }
}

void publish_slot() {
  wire::RingHeader& ring = *state().ring;
  progress().slot_running = false;
  __atomic_store_n(&ring.tail, ring.tail + 1, __ATOMIC_SEQ_CST);
  // Taking the mark away makes it one wake-up per sleep, not one per slot while the sleeper waits for a core.
  if (ring.tail_sleepers != 0 && __atomic_exchange_n(&ring.tail_sleepers, 0, __ATOMIC_SEQ_CST) != 0) {
    raw_syscall(SYS_futex, reinterpret_cast<long>(&ring.tail), FUTEX_WAKE, 1 << 30);
  }
}

std::uint64_t scramble(std::uint64_t seed) {
  seed += 0x9e3779b97f4a7c15ull;
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ull;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebull;
  return (seed ^ (seed >> 31)) | 1;
}

void clear_response(wire::Slot& slot) {
  slot.outcome = Outcome::None;
  slot.fault = Fault::None;
  slot.failing_thread = wire::kNoThread;
  slot.event_count = slot.thread_count = 0;
  slot.exit_code = slot.signal = 0;
  slot.switches = slot.entries_used = slot.failing_line = 0;
  slot.failing_point = wire::kNoPoint;
  slot.enabled_used = slot.leak_count = slot.pc_count = slot.payload_used = slot.block_count = 0;
  slot.output_differs = 0;
  slot.fault_pc = slot.fault_address = 0;
  slot.failing_stack = {};
  // Writing what is there already would fetch two more cache lines from the explorer's core.
  if (slot.message[0] != 0) slot.message[0] = 0;
  if (slot.failing_file[0] != 0) slot.failing_file[0] = 0;
}

void attach_lanes(wire::Slot* slot) {
  State& s = state();
  char* base = reinterpret_cast<char*>(slot);
  s.slot = slot;
  s.entries = reinterpret_cast<const wire::ScheduleEntry*>(base + s.layout.entries);
  s.choices = reinterpret_cast<const std::uint32_t*>(base + s.layout.choices);
  s.events = reinterpret_cast<wire::EventRecord*>(base + s.layout.events);
  s.aux = reinterpret_cast<wire::AuxRecord*>(base + s.layout.aux);
  s.enabled = reinterpret_cast<std::uint64_t*>(base + s.layout.enabled);
  s.enabled_last = nullptr;
  s.stacks = reinterpret_cast<wire::StackRecord*>(base + s.layout.stacks);
  s.pcs = reinterpret_cast<std::uint64_t*>(base + s.layout.pcs);
  s.payload = base + s.layout.payload;
  bool tells_blocks = (slot->flags & wire::kWantPayload) != 0;
  s.blocks = tells_blocks ? reinterpret_cast<wire::BlockRecord*>(base + s.layout.blocks) : nullptr;
  // Silent accesses to the stack would be local state that no hash sees: then there are none, as the explorer will find.
  if (!s.whole_stack_visible) slot->flags &= ~wire::kWantFingerprints;
  bool has_fingerprints = (slot->flags & wire::kWantFingerprints) != 0;
  s.fingerprints = has_fingerprints ? reinterpret_cast<wire::Fingerprint*>(base + s.layout.fingerprints) : nullptr;
}

// A decision may be skipped while the policy would keep the current thread: `Continue` decides at every event only for
// the sake of the enabled sets, `Pct` names the event at which it wants to be asked again.
void begin_policy(const wire::Slot& slot) {
  State& s = state();
  bool wants_enabled = (slot.flags & wire::kWantEnabled) != 0;
  bool is_pct = slot.policy == wire::Policy::Pct;
  s.may_keep_enabled = ((slot.policy == wire::Policy::Continue && wants_enabled) || is_pct) && !s.watched;
  s.keep_until = is_pct ? 0 : s.event_capacity;
  s.notes_pending = slot.policy == wire::Policy::Pos;
  if (is_pct || s.notes_pending) begin_priorities();
}

void begin_execution(wire::Slot* slot) {
  State& s = state();
  clear_response(*slot);
  attach_lanes(slot);
  s.detail = (slot->flags & wire::kWantDetail) != 0;
  s.debugged = s.ring->under_debugger != 0;
  s.watched = s.detail || s.debugged;
  s.every_event_decides = s.watched || (slot->flags & (wire::kWantEnabled | wire::kWantFingerprints)) != 0;
  s.enabled_kept = false;
  s.turn_left = 0;
  s.turn_from_schedule = false;
  s.step = s.switches = s.fair_used = 0;
  s.entry_index = s.entry_left = s.choice_index = 0;
  s.random = scramble(slot->seed);
  s.virtual_time = 0;
  __heddle_call_point = nullptr;  // not restored with the memory; code that is not instrumented does not set it
  forget_context();
  s.event_capacity = s.ring->event_capacity - wire::kRecordsPastLimit;
  s.max_events_per_thread = s.ring->max_events_per_thread;
  s.freedoms = s.ring->freedoms;
  s.failed_allocations = 0;
  s.failed_attempt.object = nullptr;
  if (s.freedoms.reuse != 0) memset(s.freed_blocks, 0, sizeof s.freed_blocks);
  s.loop_search.was_active = false;
  begin_policy(*slot);
  begin_peek_requests();
  ++s.execution;
  prepare_threads();
}

std::uint16_t holder_of(const Thread& thread) {
  if (thread.pending == EventKind::SpinLock) {
    return static_cast<std::uint16_t>(*static_cast<const int*>(thread.object) - 1);  // free: kNoThread
  }
  const void* mutex = thread.pending == EventKind::MutexLock ? thread.object : nullptr;
  if (thread.pending == EventKind::CondReacquire && thread.wait_state != WaitState::Waiting) mutex = thread.partner;
  if (thread.pending == EventKind::ThreadJoin) return static_cast<const Thread*>(thread.object)->number;
  const bool wants_rwlock = thread.pending == EventKind::ReadLock || thread.pending == EventKind::WriteLock;
  if (wants_rwlock) return static_cast<std::uint16_t>(writer_of(thread.object) - 1);  // nobody: kNoThread
  if (mutex == nullptr) return wire::kNoThread;
  const MutexWords* words = libc::held_stream_lock(mutex);
  if (words == nullptr) words = words_of(mutex);
  return words->owner == 0 ? wire::kNoThread : static_cast<std::uint16_t>(words->owner - 1);
}

// A join waits for a thread, not for an address.
std::uint64_t waits_for(const Thread& thread) {
  if (thread.pending == EventKind::ThreadJoin) return static_cast<const Thread*>(thread.object)->number;
  bool wants_mutex = thread.pending == EventKind::CondReacquire && thread.wait_state != WaitState::Waiting;
  return reinterpret_cast<std::uint64_t>(wants_mutex ? thread.partner : thread.object);
}

wire::ThreadRecord describe_thread(std::uint32_t number) {
  State& s = state();
  const Thread& thread = s.threads[number];
  wire::ThreadRecord out = {};
  out.parent = thread.parent;
  out.held_by = wire::kNoThread;
  out.events = thread.events;
  out.point = wire::kNoPoint;
  out.entry = reinterpret_cast<std::uint64_t>(thread.entry);
  out.detached = thread.detached;
  std::uint64_t bit = std::uint64_t{1} << (number % 64);
  bool conditional = (s.conditional[number / 64] & bit) != 0;
  bool exists = conditional || (s.unconditional[number / 64] & bit) != 0;
  if (s.fingerprints != nullptr && exists && !thread.ended) out.fingerprint = thread.local.pending;
  out.is_individual = s.fingerprints != nullptr && is_individual(thread);
  if (thread.ended)
    out.state = wire::ThreadState::Ended;
  else if (!exists)
    out.state = wire::ThreadState::Unused;
  else if (!conditional)
    out.state = wire::ThreadState::Runnable;
  else {
    out.state = can_run(thread) ? wire::ThreadState::Runnable : wire::ThreadState::Blocked;
    out.pending = thread.pending;
    out.point = thread.pending_point;
    out.waits_for = waits_for(thread);
    out.held_by = holder_of(thread);
    out.stack = thread.stack;
  }
  return out;
}

}  // namespace

void describe_threads(wire::Slot& slot) {
  State& s = state();
  slot.thread_count = s.thread_limit;
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) slot.threads[i] = describe_thread(i);
}

namespace {

// Turns that threads were given in this execution, each for one event.
std::uint64_t turns_given() {
  State& s = state();
  std::uint64_t turns = 0;
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) {
    bool lives = ((s.unconditional[i / 64] | s.conditional[i / 64]) >> (i % 64) & 1) != 0;
    if (lives || s.threads[i].ended) turns += s.threads[i].events;
  }
  return turns;
}

}  // namespace

bool has_unrecorded_turn() { return turns_given() == state().step + 1u + state().turn_left; }

namespace {

// An operation that had its turn and was the end of the execution (a bad access, a misuse, a thread that fails by itself
// where that is an event) has not come to its record. It gets one here: the decision for it is part of the schedule, and
// others could have been picked instead.
void record_last_operation(const wire::Slot& slot) {
  if (!is_made_by_thread(slot.outcome) || !has_unrecorded_turn()) return;
  const FailedAttempt& attempt = state().failed_attempt;
  wire::EventRecord& event = record(EventKind::Call, nullptr, 0, nullptr);
  if (attempt.object == nullptr) return;
  event.value = static_cast<std::uint64_t>(attempt.kind);
  const bool is_wait = attempt.kind == EventKind::CondWait;
  record_aux(reinterpret_cast<std::uint64_t>(attempt.object),
             is_wait ? reinterpret_cast<std::uint64_t>(attempt.mutex) : static_cast<std::uint64_t>(attempt.type));
}

void finish_execution(wire::Slot& slot) {
  State& s = state();
  s.threads[s.current].events -= s.turn_left;
  s.turn_left = 0;
  record_last_operation(slot);
  slot.event_count = s.step;
  slot.switches = s.switches;
  if (!s.loop_search.was_active) describe_threads(slot);
  s.current = 0;
}

void redirect_output(int out, int error) {
  State& s = state();
  if (s.outlets[0] == out && s.outlets[1] == error) return;
  raw_syscall(SYS_dup2, out, 1);
  raw_syscall(SYS_dup2, error, 2);
  s.outlets[0] = out;
  s.outlets[1] = error;
}

void let_output_through(std::uint32_t flags) {
  State& s = state();
  bool shows = (flags & wire::kShowOutput) != 0;
  bool captures = (flags & wire::kCaptureOutput) != 0 && s.capture_descriptor != 0;
  if (shows) redirect_output(s.saved_stdout, s.saved_stderr);
  int error = errno;  // the program's own
  if (shows && HEDDLE_REAL(isatty)(1) != 0) buffer_output(_IOLBF);
  errno = error;
  if (captures) redirect_output(s.capture_descriptor, s.capture_descriptor);
  if (!shows && !captures) begin_output();
}

bool damages_process(Outcome outcome) { return outcome == Outcome::Crashed || outcome == Outcome::Hung; }

void execute(wire::Slot* slot) {
  State& s = state();
  begin_execution(slot);
  let_output_through(slot->flags);
  s.active = true;
  enter_execution();
  s.active = false;
  compare_output(*slot);
  redirect_output(s.resting_output, s.resting_output);
  s.damaged = damages_process(slot->outcome);
  forget_what_followed_limit();
  finish_execution(*slot);
}

// After the first execution of a process the dirty pages are not known yet.
void reset() {
  if (!state().pages_protected) learn_dirty_pages();
  restore_memory();
}

// A stack object that was believed private was touched by another thread: the same schedule again, with every object
// registered, tells which sites. Its own trace is worthless (it goes on after the touch).
void discover_shared_sites(wire::Slot* slot) {
  State& s = state();
  reset();
  slot->shared_count = 0;
  track_all_sites();
  s.tracking = true;
  s.quiet_accesses = 0;
  const std::uint32_t visible_hidden = s.visible_hidden;
  execute(slot);
  s.visible_hidden = visible_hidden;  // findings made so far are repeated before more is visible
  s.tracking = false;
  reset();
  untrack_all_sites();
  slot->outcome = Outcome::StackShared;
  if (slot->shared_count == 0) slot->shared_sites[slot->shared_count++] = wire::kAnyStackSite;
}

[[noreturn]] void leave_worker() {
  progress().handed_back = true;
  for (;;) raw_syscall(SYS_exit_group, 0);
}

// A peek spoiled the execution: the next attempt leaves out those of that event, the last one all. Which they were, the
// explorer is told.
void leave_out_peeks(wire::Slot* slot) {
  Peeks& peeks = state().peeks;
  peeks.request->spoiled = 1;
  auto* requests = reinterpret_cast<wire::PeekRequest*>(reinterpret_cast<char*>(slot) + state().layout.peek_requests);
  std::uint32_t spoiled = 0;
  for (const wire::PeekRequest* each = requests; each < peeks.requests_end; ++each) spoiled += each->spoiled;
  constexpr std::uint32_t kMostAttempts = 3;
  if (spoiled == kMostAttempts) slot->peek_requests = 0;
}

// False: it has to be made again, here or in another process if this one may have suffered.
bool execute_with_peeks(wire::Slot* slot) {
  State& s = state();
  execute(slot);
  if (HEDDLE_LIKELY(!s.peeks.spoiled)) return true;
  leave_out_peeks(slot);
  if (s.damaged) leave_worker();
  return false;
}

void run_slot(wire::Slot* slot) {
  State& s = state();
  progress().slot_running = true;
  slot->shared_count = 0;
  if (s.applied_visibility != slot->visibility_version) apply_visibility();
  while (!execute_with_peeks(slot)) reset();
  if (slot->outcome == Outcome::StackShared) discover_shared_sites(slot);
}

void become_worker() {
  raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  start_watchdog();
  restore_files();
}

[[noreturn]] void work() {
  become_worker();
  adopt_changes_of_fork();
  while (wait_for_slot()) {
    wire::Slot* slot = slot_at(state().ring->tail);
    if ((slot->flags & wire::kUnderFork) != 0) leave_worker();
    run_slot(slot);
    publish_slot();
    if (state().damaged) leave_worker();
    fetch_next_slot();
    reset();
  }
  leave_worker();
}

[[noreturn]] void work_once() {
  become_worker();
  run_slot(slot_at(state().ring->tail));
  publish_slot();
  leave_worker();
}

// The worker vanished in the middle of a slot: what it recorded so far is still valid.
void report_death(int status) {
  State& s = state();
  wire::Slot& slot = *slot_at(s.ring->tail);
  slot.outcome = Outcome::WorkerDied;
  slot.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  slot.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  slot.event_count = progress().step < s.ring->event_capacity ? progress().step : 0;
  auto* events = reinterpret_cast<const wire::EventRecord*>(reinterpret_cast<const char*>(&slot) + s.layout.events);
  slot.failing_thread = slot.event_count > 0 ? events[slot.event_count - 1].thread : std::uint16_t{0};
  slot.thread_count = progress().thread_limit <= kMaxThreads ? progress().thread_limit : 0;
  for (std::uint32_t i = 0; i < slot.thread_count; ++i) {
    slot.threads[i] = {};
    slot.threads[i].state = wire::ThreadState::Runnable;
    slot.threads[i].held_by = wire::kNoThread;
  }
  publish_slot();
}

void run_one_worker() {
  State& s = state();
  bool once = (slot_at(s.ring->tail)->flags & wire::kUnderFork) != 0;
  progress() = {};
  pid_t worker = HEDDLE_REAL(fork)();
  if (worker == 0) once ? work_once() : work();
  if (worker < 0) end_supervisor("fork failed: no memory or no more processes allowed");
  s.ring->worker_pid = worker;
  s.ring->workers_started = s.ring->workers_started + 1;
  int status = 0;
  while (raw_syscall(SYS_wait4, worker, reinterpret_cast<long>(&status), 0, 0) == -EINTR) {
  }
  if (library_wanted()) {
    if (const char* problem = load_wanted_library()) end_supervisor(problem);
  } else if (!progress().handed_back && progress().slot_running) {
    report_death(status);
  }
}

}  // namespace

void run_under_debugger() {
  State& s = state();
  s.ring->phase = wire::Phase::Ready;
  wire::Slot* slot = slot_at(0);
  if (s.applied_visibility != slot->visibility_version) apply_visibility();
  execute(slot);
  publish_slot();
  for (;;) raw_syscall(SYS_exit_group, 0);
}

void supervise() {
  State& s = state();
  s.ring->phase = wire::Phase::Ready;
  while (wait_for_slot()) run_one_worker();
  for (;;) raw_syscall(SYS_exit_group, 0);
}

}  // namespace heddle::runtime
