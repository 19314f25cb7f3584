// SPDX-License-Identifier: Apache-2.0
//
// ParanoidRunner: a Runner around another one that executes one schedule in N a second time, in a fresh fork of the
// pristine program, and compares the two traces. Whatever an execution left behind in the worker, and everything
// the program reads that Heddle does not control, shows as a difference, which collect() returns as an Error.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "execute/runner.h"

namespace heddle {

class ParanoidRunner final : public Runner {
 public:
  // One in `every` schedules is checked; `inner` must outlive this.
  ParanoidRunner(Runner& inner, std::uint64_t every) : inner_(inner), every_(every) {}

  using Runner::submit;
  bool has_room() const override { return inner_.has_room(); }
  bool idle() const override { return inner_.idle(); }
  std::uint64_t submit(Schedule schedule, RunOptions options) override;
  Result<Run> collect() override;
  Result<std::uint64_t> abandon() override;

  const ProgramFacts& facts() const override { return inner_.facts(); }
  std::uint32_t visibility_version() const override { return inner_.visibility_version(); }
  const std::vector<std::uint32_t>& visible_sites() const override { return inner_.visible_sites(); }
  std::vector<ProgramPoint> unmodelled() const override { return inner_.unmodelled(); }
  void make_visible(const std::vector<std::uint32_t>& sites) override { inner_.make_visible(sites); }
  void make_whole_stack_visible() override { inner_.make_whole_stack_visible(); }
  const ContestedSizes& contested_sizes() const override { return inner_.contested_sizes(); }
  void keep_apart(const ContestedSizes& sizes) override { inner_.keep_apart(sizes); }
  ThreadIdentities thread_identities() const override { return inner_.thread_identities(); }

  std::uint64_t compared() const { return compared_; }

 private:
  Runner& inner_;
  std::uint64_t every_;
  std::uint64_t submitted_ = 0;
  std::uint64_t compared_ = 0;
  std::unordered_map<std::uint64_t, RunOptions> to_check_;  // tickets of first runs
  std::unordered_map<std::uint64_t, Run> held_back_;        // first runs by the ticket of their twin
};

}  // namespace heddle
