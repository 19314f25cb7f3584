// SPDX-License-Identifier: Apache-2.0
//
// ScriptedRunner: the fake Runner for tests. Executes a ScriptedProgram in this process, holds runs back like the ring
// does, and can misbehave on request. Deterministic. For tests only; nothing of the product uses it.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "execute/runner.h"
#include "execute/scripted_program.h"

namespace heddle {

struct ScriptedOptions {
  std::size_t slots = 16;
  std::uint32_t max_events_per_thread = 1000;
  bool out_of_order = false;              // runs come back in a scrambled order
  std::set<std::uint64_t> dying_tickets;  // these runs end as WorkerDied with signal 9 after their first event
  std::uint64_t changes_from_ticket = ~std::uint64_t{0};  // from here on loads return something else
  bool fork_differs = false;                              // loads under fork return something else
  std::string output;                                     // what a run with Output::Capture prints
  bool capture_differs = false;                           // loads in such a run return something else
  std::uint64_t broken_from_ticket = ~std::uint64_t{0};   // collect() fails from here on
};

class ScriptedRunner final : public Runner {
 public:
  explicit ScriptedRunner(std::string_view program, ScriptedOptions options = {})
      : program_(ScriptedProgram::parse(program)), options_(std::move(options)) {}

  using Runner::submit;
  bool has_room() const override { return waiting_.size() < options_.slots; }
  bool idle() const override { return waiting_.empty(); }
  std::uint64_t submit(Schedule schedule, RunOptions options) override;
  Result<Run> collect() override;
  Result<std::uint64_t> abandon() override;

  const ProgramFacts& facts() const override { return program_.facts; }
  std::uint32_t visibility_version() const override { return version_; }
  const std::vector<std::uint32_t>& visible_sites() const override { return visible_sites_; }
  void make_visible(const std::vector<std::uint32_t>& sites) override;
  void make_whole_stack_visible() override {}  // scripts have none
  const ContestedSizes& contested_sizes() const override { return contested_sizes_; }
  void keep_apart(const ContestedSizes& sizes) override;  // scripts have no heap either: only the version counts
  ThreadIdentities thread_identities() const override { return {}; }

  std::uint64_t submitted() const { return next_ticket_ - 1; }
  std::size_t most_in_flight() const { return most_in_flight_; }

 private:
  struct Request {
    std::uint64_t ticket;
    Schedule schedule;
    RunOptions options;
  };

  ScriptedProgram program_;
  ScriptedOptions options_;
  std::vector<Request> waiting_;
  std::vector<std::uint32_t> visible_sites_;
  ContestedSizes contested_sizes_;
  std::uint32_t version_ = 0;
  std::uint64_t next_ticket_ = 1;
  std::size_t most_in_flight_ = 0;
};

}  // namespace heddle
