// SPDX-License-Identifier: Apache-2.0
#include "execute/process_runner.h"

#include <immintrin.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "execute/child_setup.h"
#include "execute/request.h"

namespace heddle {
namespace {

constexpr std::uint32_t kSliceMilliseconds = 50;  // between looks at the program's health while waiting
// Two equal deaths are believed. Different ones mean that somebody outside kills our workers; not for ever.
constexpr std::uint32_t kMaxDeaths = 4;
constexpr std::uint32_t kMostRestarts = 5;         // of a supervisor, while no run comes back
constexpr std::uint32_t kCaptureMilliseconds = 1;  // between looks whether a run whose output is read has ended
constexpr std::uint32_t kQuitMilliseconds = 500;
// After a stop, what is in flight may still come back.
constexpr std::uint32_t kStopMilliseconds = 1'000;
constexpr std::uint32_t kAbandonMilliseconds = 100;
constexpr std::uint32_t kStarvedFactor = 10;  // how much longer a worker without a processor is waited for
constexpr char kStalled[] = "blocked outside of Heddle's control or never yields";

void futex_wait(volatile std::uint32_t& word, std::uint32_t expected, std::uint32_t milliseconds) {
  const timespec time{static_cast<time_t>(milliseconds / 1000), static_cast<long>(milliseconds % 1000) * 1'000'000};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, expected, &time, nullptr, 0);
}

}  // namespace

ProcessRunner::ProcessRunner(std::unique_ptr<ProgramProcess> process, const LaunchSpec& spec,
                             const ProcessOptions& options)
    : process_(std::move(process)),
      spec_(spec),
      options_(options),
      decoder_(options.ring),
      pending_(options.ring.slots) {}

ProcessRunner::~ProcessRunner() { process_->shut_down(idle() ? kQuitMilliseconds : 0); }

Result<std::unique_ptr<ProcessRunner>> ProcessRunner::start(const LaunchSpec& spec, const ProcessOptions& options) {
  Result<std::unique_ptr<ProgramProcess>> process = ProgramProcess::start(spec, options.ring);
  if (!process) return process.error();
  return std::unique_ptr<ProcessRunner>(new ProcessRunner(std::move(*process), spec, options));
}

std::uint64_t ProcessRunner::submit(Schedule schedule, RunOptions options) {
  HEDDLE_CHECK(has_room(), "submit needs room in the ring");
  HEDDLE_CHECK(options.output != Output::Capture || idle(), "the output of one run can be read, not of several");
  Pending pending;
  pending.ticket = next_ticket_++;
  pending.schedule = std::move(schedule);
  pending.options = options;
  const std::uint64_t ticket = pending.ticket;
  post(std::move(pending));
  return ticket;
}

void ProcessRunner::post(Pending pending) {
  const SlotView slot = process_->ring().slot(head_);
  Schedule& schedule = pending.schedule;
  const std::size_t capacity = options_.ring.event_capacity;
  if (schedule.turns.size() > capacity || schedule.choices.size() > capacity) {
    // Only a schedule from outside can be that long. The slot still runs, so that the ring stays in step.
    refused_ = Error{ErrorCode::Usage, "the schedule has more turns or choices than an execution can have events"};
    schedule = Schedule{};
  }
  schedule.visibility_version = visibility_version();
  if (pending.options.output == Output::Capture) process_->captured_output().take();  // of an attempt before
  write_request(slot, schedule, pending.options);

  pending_[head_ % options_.ring.slots] = std::move(pending);
  ++head_;
  wire::RingHeader& header = process_->ring().header();
  __atomic_store_n(&header.head, head_, __ATOMIC_SEQ_CST);
  // The sleeper needs one wake-up, not one per slot until it gets a processor. It says so again before it next sleeps.
  const bool sleeps = __atomic_load_n(&header.head_sleepers, __ATOMIC_SEQ_CST) != 0;
  if (sleeps && __atomic_exchange_n(&header.head_sleepers, 0, __ATOMIC_SEQ_CST) != 0) wake_sleepers(header.head);
}

// The next finished slot, on its way from the worker's cache while this one is decoded.
void ProcessRunner::fetch(const SlotView& slot) {
  constexpr std::size_t kLine = 64, kLines = 4, kEvents = 32;
  const auto* header = reinterpret_cast<const char*>(&slot.header());
  for (std::size_t line = 0; line < kLines; ++line) {
    __builtin_prefetch(header + line * kLine);
    __builtin_prefetch(header + offsetof(wire::Slot, threads) + line * kLine);
  }
  for (std::size_t event = 0; event < kEvents; event += 2) __builtin_prefetch(slot.events() + event);
}

Result<Run> ProcessRunner::collect() {
  HEDDLE_CHECK(!idle(), "collect needs something in flight");
  for (;;) {
    if (refused_) return *std::exchange(refused_, std::nullopt);
    if (Result<void> finished = await_tail(); !finished) return finished.error();
    if (Result<void> known = process_->refresh_facts(); !known) return known.error();
    restarts_in_vain_ = 0;
    const std::uint32_t index = tail_++;
    if (process_->ring().header().tail != tail_) fetch(process_->ring().slot(tail_));
    Pending& pending = pending_[index % options_.ring.slots];
    Trace trace = decoder_.decode(process_->ring().slot(index), pending.schedule);
    Judged judged = Judged::Final;
    if (trace.outcome == Outcome::WorkerDied || trace.outcome == Outcome::Hung) {
      judged = judge_death(pending, trace, index);
      if (!pending.schedule.peeks.empty()) {  // it may have been one of these
        pending.schedule.peeks.clear();
        pending.deaths = 0;
        judged = Judged::Repeat;
      }
    }
    if (judged == Judged::Final) {
      std::string output;
      if (pending.options.output == Output::Capture) output = process_->captured_output().take();
      return Run{pending.ticket, std::move(pending.schedule), std::move(trace), std::move(output)};
    }
    ++repeated_;
    post(Pending(std::move(pending)));
  }
}

// What has not started yet is told to run a thread that does not exist, which ends it at once; the run under way is
// given a moment, then its worker is killed.
Result<std::uint64_t> ProcessRunner::abandon() {
  const std::uint64_t count = head_ - tail_;
  for (std::uint32_t index = tail_; index != head_; ++index) {
    const SlotView slot = process_->ring().slot(index);
    slot.entries()[0] = {static_cast<std::uint16_t>(wire::kNoThread), 0, 1};
    __atomic_store_n(&slot.header().entry_count, 1, __ATOMIC_RELEASE);
  }
  is_abandoning_ = true;
  Result<void> finished;
  while (!idle() && finished) {
    finished = await_tail();
    if (finished && !idle()) ++tail_;
  }
  is_abandoning_ = false;
  killed_worker_ = false;
  if (!finished) return finished.error();
  return count;
}

// A worker that vanished may have been killed by anyone, so the same must happen again before it counts. One that we
// killed because it stalled is a hang, and likewise repeated once: the machine may just have been asleep.
ProcessRunner::Judged ProcessRunner::judge_death(Pending& pending, Trace& trace, std::uint32_t index) {
  if (trace.outcome == Outcome::WorkerDied && killed_worker_ && trace.failure.signal == SIGKILL) {
    killed_worker_ = false;
    if (index != killed_at_) return Judged::Repeat;  // it had just got over the run that we killed it for
    trace.outcome = Outcome::Hung;
    trace.failure.message = kStalled;
  }
  const std::uint64_t death = static_cast<std::uint64_t>(trace.outcome) << 56 |
                              static_cast<std::uint64_t>(trace.failure.signal & 0xff) << 48 |
                              static_cast<std::uint64_t>(trace.failure.exit_code & 0xffff) << 32 | trace.events.size();
  // The watchdog inside counts processor time of this very run and has already waited long enough.
  if (trace.outcome == Outcome::Hung && trace.failure.message != kStalled) return Judged::Final;
  const bool believed = pending.deaths > 0 && (pending.last_death == death || trace.outcome == Outcome::Hung);
  pending.last_death = death;
  return believed || ++pending.deaths >= kMaxDeaths ? Judged::Final : Judged::Repeat;
}

Result<void> ProcessRunner::await_tail() {
  const volatile std::uint32_t& tail = process_->ring().header().tail;
  for (std::uint32_t spin = 0; spin < options_.ring.spin; ++spin) {
    if (__atomic_load_n(&tail, __ATOMIC_ACQUIRE) != tail_) return {};
    _mm_pause();
  }
  // On a busy machine the worker may wait for this very processor; then it does many slots before we are back.
  ::sched_yield();
  return sleep_until_tail_moves();
}

void ProcessRunner::sleep_a_slice(volatile std::uint32_t& tail) {
  if (pending_[tail_ % options_.ring.slots].options.output == Output::Capture) {
    process_->captured_output().read_for(kCaptureMilliseconds);
  } else {
    futex_wait(tail, tail_, kSliceMilliseconds);
  }
}

Result<void> ProcessRunner::sleep_until_tail_moves() {
  auto start = std::chrono::steady_clock::now();
  load_before_.reset();
  while (!idle()) {
    wire::RingHeader& header = process_->ring().header();  // another one when the program was started again
    if (__atomic_load_n(&header.tail, __ATOMIC_SEQ_CST) != tail_) break;
    __atomic_store_n(&header.tail_sleepers, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&header.tail, __ATOMIC_SEQ_CST) == tail_) sleep_a_slice(header.tail);
    __atomic_store_n(&header.tail_sleepers, 0, __ATOMIC_SEQ_CST);
    const auto waited = std::chrono::steady_clock::now() - start;
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(waited).count();
    if (__atomic_load_n(&header.tail, __ATOMIC_SEQ_CST) != tail_) break;
    const std::uint64_t restarts = restarts_;
    if (Result<void> well = look_after_program(static_cast<std::uint32_t>(milliseconds)); !well) return well;
    if (restarts_ != restarts) start = std::chrono::steady_clock::now();
  }
  return {};
}

Result<void> ProcessRunner::look_after_program(std::uint32_t waited_milliseconds) {
  const wire::RingHeader& header = process_->ring().header();
  const bool is_stopped = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  const bool may_give_up = pending_[tail_ % options_.ring.slots].options.on_stop == OnStop::GiveUp;
  if (is_stopped && may_give_up && !is_abandoning_ && waited_milliseconds >= kStopMilliseconds) {
    return Error{ErrorCode::Interrupted, "interrupted"};
  }
  if (const std::optional<int> status = process_->ended();
      status && __atomic_load_n(&header.tail, __ATOMIC_SEQ_CST) == tail_) {
    return start_again(*status);
  }
  const bool killed_for_this = killed_worker_ && killed_at_ == tail_;
  const std::uint32_t patience = is_abandoning_ ? kAbandonMilliseconds : options_.stall_milliseconds;
  if (!load_before_) load_before_ = load_of(header.worker_pid);
  const bool waited_enough = waited_milliseconds >= patience && !is_merely_starved(waited_milliseconds);
  if (!killed_for_this && waited_enough && header.worker_pid > 0) {
    killed_worker_ = true;
    killed_at_ = tail_;
    ::kill(header.worker_pid, SIGKILL);
  }
  if (killed_for_this && waited_milliseconds >= (1 + kStarvedFactor) * options_.stall_milliseconds + 1'000) {
    return Error{ErrorCode::System, "the checked program's supervisor does not answer"};
  }
  return {};
}

// Everything in flight again, in the same order, in a new process of the same program. What had come back before stays
// true.
Result<void> ProcessRunner::start_again(int status) {
  const std::string ended = "the checked program's supervisor ended with " + describe_wait_status(status);
  const wire::RingHeader& header = process_->ring().header();
  if (header.phase == wire::Phase::Failed) {
    return Error{ErrorCode::System,
                 ended + ": " + std::string(header.failure, ::strnlen(header.failure, sizeof header.failure))};
  }
  if (++restarts_in_vain_ > kMostRestarts) {
    return Error{ErrorCode::System, ended + ", as it did " + std::to_string(kMostRestarts) +
                                        " times before, each time before any execution had come to an end: something "
                                        "outside of Heddle ends it (not enough memory?)"};
  }
  std::vector<Pending> in_flight;
  for (std::uint32_t index = tail_; index != head_; ++index) {
    in_flight.push_back(std::move(pending_[index % options_.ring.slots]));
  }
  const std::uint32_t visibility = visibility_version();
  if (Result<void> started = start_same_program(ended); !started) return started;
  wire::RingHeader& anew = process_->ring().header();
  if (visibility != 0) {
    write_visible_sites(anew, visible_sites_);
    write_contested_sizes(anew, contested_sizes_);
  }
  anew.visibility_version = visibility;
  head_ = tail_ = 0;
  killed_worker_ = false;
  load_before_.reset();
  ++restarts_;
  if (is_abandoning_) return {};
  repeated_ += in_flight.size();
  for (Pending& pending : in_flight) post(std::move(pending));
  return {};
}

Result<void> ProcessRunner::start_same_program(const std::string& how_it_ended) {
  is_lost_ = !addresses_can_be_fixed() || process_->has_changed_since_start();
  if (is_lost_) return Error{ErrorCode::System, how_it_ended};
  const std::string build_id = facts().build_id;
  LaunchSpec spec = spec_;
  spec.identities = thread_identities();
  process_->shut_down(0);
  unmodelled_before_ = unmodelled();
  Result<std::unique_ptr<ProgramProcess>> process = ProgramProcess::start(spec, options_.ring);
  if (!process) {
    return Error{process.error().code, how_it_ended + ", and could not be started again: " + process.error().message};
  }
  (*process)->keep_facts_of(*process_);
  process_ = std::move(*process);
  if (facts().build_id == build_id) return {};
  return Error{ErrorCode::System, how_it_ended + ", and the program has been built anew since the search began"};
}

// A worker that could run but got too little of the processor for its own watchdog. On a busy machine that must not be
// taken for a program that hangs.
bool ProcessRunner::is_merely_starved(std::uint32_t waited_milliseconds) const {
  if (is_abandoning_ || waited_milliseconds >= kStarvedFactor * options_.stall_milliseconds) return false;
  const std::optional<ProcessLoad> load = load_of(process_->ring().header().worker_pid);
  if (!load || !load_before_ || !load->is_runnable) return false;
  return load->cpu_time - load_before_->cpu_time < std::chrono::milliseconds(4 * options_.ring.hang_milliseconds);
}

void ProcessRunner::make_whole_stack_visible() { make_visible({wire::kWholeStack}); }

void ProcessRunner::make_visible(const std::vector<std::uint32_t>& sites) {
  HEDDLE_CHECK(idle(), "the visibility set may only grow while nothing is in flight");
  for (std::uint32_t site : sites) {
    if (std::find(visible_sites_.begin(), visible_sites_.end(), site) == visible_sites_.end()) {
      visible_sites_.push_back(site);
    }
  }
  std::sort(visible_sites_.begin(), visible_sites_.end());
  const bool is_whole = std::binary_search(visible_sites_.begin(), visible_sites_.end(), wire::kWholeStack);
  if (visible_sites_.size() > wire::kMaxVisibleSites) {
    std::erase_if(visible_sites_, [](std::uint32_t site) {
      return site < wire::kFirstHiddenSite || site > wire::kLastHiddenSite;
    });
    visible_sites_.push_back(is_whole ? wire::kWholeStack : wire::kAnyStackSite);
  }
  write_visible_sites(process_->ring().header(), visible_sites_);
}

void ProcessRunner::keep_apart(const ContestedSizes& sizes) {
  HEDDLE_CHECK(idle(), "sizes may only be kept apart while nothing is in flight");
  contested_sizes_.insert(contested_sizes_.end(), sizes.begin(), sizes.end());
  std::sort(contested_sizes_.begin(), contested_sizes_.end());
  contested_sizes_.erase(std::unique(contested_sizes_.begin(), contested_sizes_.end()), contested_sizes_.end());
  HEDDLE_CHECK(contested_sizes_.size() <= kMostContestedSizes, "the table of contested sizes is full");
  write_contested_sizes(process_->ring().header(), contested_sizes_);
}

ThreadIdentities ProcessRunner::thread_identities() const {
  const wire::RingHeader& header = process_->ring().header();
  ThreadIdentities identities;
  for (std::uint32_t i = 0; i < std::min(std::uint32_t{header.identity_count}, wire::kMaxThreads); ++i) {
    identities.emplace_back(header.identities[i].parent, header.identities[i].ordinal);
  }
  return identities;
}

std::vector<ProgramPoint> ProcessRunner::unmodelled() const {
  const wire::RingHeader& header = process_->ring().header();
  std::vector<ProgramPoint> points = unmodelled_before_;
  for (std::uint32_t i = 0; i < std::min(std::uint32_t{header.unmodelled_count}, wire::kMostUnmodelled); ++i) {
    const auto point = static_cast<ProgramPoint>(header.unmodelled[i]);
    if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
  }
  return points;
}

}  // namespace heddle
