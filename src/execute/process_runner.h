// SPDX-License-Identifier: Apache-2.0
//
// ProcessRunner: the Runner for real programs. Keeps the ring of a ProgramProcess filled and decodes what comes back.
// Runs come back in the order of submission, except those that are repeated: a run whose worker died is submitted
// again under its ticket before the death is believed, because anything may kill a process. A supervisor that died is
// started anew, and what was in flight is submitted again. Single-threaded.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "execute/decode.h"
#include "execute/launch.h"
#include "execute/process_load.h"
#include "execute/runner.h"

namespace heddle {

struct ProcessOptions {
  RingShape ring;
  std::uint32_t stall_milliseconds = 10'000;  // wall-clock time for one run, then its worker is killed
  const std::atomic<bool>* stop = nullptr;    // makes a collect() that waits for long return an Error
};

class ProcessRunner final : public Runner {
 public:
  static Result<std::unique_ptr<ProcessRunner>> start(const LaunchSpec& spec, const ProcessOptions& options);
  ~ProcessRunner() override;

  using Runner::submit;
  bool has_room() const override { return head_ - tail_ < options_.ring.slots; }
  bool idle() const override { return head_ == tail_; }
  std::uint64_t submit(Schedule schedule, RunOptions options) override;
  Result<Run> collect() override;
  Result<std::uint64_t> abandon() override;

  const ProgramFacts& facts() const override { return process_->facts(); }
  std::uint32_t visibility_version() const override { return process_->ring().header().visibility_version; }
  const std::vector<std::uint32_t>& visible_sites() const override { return visible_sites_; }
  void make_visible(const std::vector<std::uint32_t>& sites) override;
  void make_whole_stack_visible() override;
  const ContestedSizes& contested_sizes() const override { return contested_sizes_; }
  void keep_apart(const ContestedSizes& sizes) override;
  ThreadIdentities thread_identities() const override;
  std::vector<ProgramPoint> unmodelled() const override;

  pid_t supervisor() const { return process_->supervisor(); }
  pid_t worker() const { return process_->ring().header().worker_pid; }
  // Runs that were repeated because their worker had died or stalled.
  std::uint64_t repeated() const { return repeated_; }
  // How often the program was started again because its supervisor had died.
  std::uint64_t restarts() const { return restarts_; }
  // collect() failed because the supervisor had died and what was learned may not be true of the program started anew: its
  // addresses differ, or it had loaded libraries. A search that begins again from nothing may succeed.
  bool is_lost() const { return is_lost_; }

 private:
  struct Pending {
    std::uint64_t ticket = 0;
    Schedule schedule;
    RunOptions options;
    std::uint32_t deaths = 0;      // attempts that ended with the worker
    std::uint64_t last_death = 0;  // fingerprint of the latest of them
  };
  enum class Judged : bool { Final, Repeat };

  ProcessRunner(std::unique_ptr<ProgramProcess> process, const LaunchSpec& spec, const ProcessOptions& options);
  static void fetch(const SlotView& slot);
  void post(Pending pending);
  Result<void> await_tail();
  Result<void> sleep_until_tail_moves();
  void sleep_a_slice(volatile std::uint32_t& tail);
  Result<void> look_after_program(std::uint32_t waited_milliseconds);
  Result<void> start_again(int status);
  Result<void> start_same_program(const std::string& how_it_ended);
  bool is_merely_starved(std::uint32_t waited_milliseconds) const;
  Judged judge_death(Pending& pending, Trace& trace, std::uint32_t index);

  std::unique_ptr<ProgramProcess> process_;
  LaunchSpec spec_;
  ProcessOptions options_;
  SlotDecoder decoder_;
  std::vector<Pending> pending_;  // by ring index modulo slots
  std::vector<std::uint32_t> visible_sites_;
  std::vector<ProgramPoint> unmodelled_before_;  // by processes of the program that are gone
  ContestedSizes contested_sizes_;
  std::uint32_t head_ = 0;  // ours; the header's copy is what the worker sees
  std::uint32_t tail_ = 0;  // collected so far
  std::uint64_t next_ticket_ = 1;
  std::uint64_t repeated_ = 0;
  std::uint64_t restarts_ = 0;
  std::uint32_t restarts_in_vain_ = 0;  // since the last run that came back
  bool is_lost_ = false;
  bool killed_worker_ = false;   // we did, and have not yet seen the slot it died on
  std::uint32_t killed_at_ = 0;  // tail at that time
  std::optional<ProcessLoad> load_before_;  // the worker's, soon after we began to wait for it
  bool is_abandoning_ = false;   // nobody wants the results any more
  std::optional<Error> refused_;
};

}  // namespace heddle
