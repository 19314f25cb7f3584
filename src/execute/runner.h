// SPDX-License-Identifier: Apache-2.0
//
// Runner: turns Schedules into Runs. The only door to real processes; ScriptedRunner (scripted_runner.h) is the
// fake for tests. Asynchronous: submit while there is room, then collect in whatever order runs come back. A run of
// the checked program that crashes, hangs or kills its process is an ordinary Run with that Outcome; an Error from
// collect() means that the program cannot be executed any more (supervisor gone, cannot start).
#pragma once

#include <cstdint>

#include "trace/contested_sizes.h"
#include "trace/program_facts.h"
#include "trace/result.h"
#include "trace/trace.h"

namespace heddle {

enum class Detail : bool { No, Yes };  // Yes: call stacks, overwritten values
enum class Isolation : bool { Worker, Fork };
enum class Output : std::uint8_t { Discard, Show, Capture };  // Capture: its end comes back in the Run

enum class OnStop : bool { GiveUp, Finish };  // what becomes of a long run when the user wants to stop

struct RunOptions {
  Detail detail = Detail::No;
  Isolation isolation = Isolation::Worker;
  Output output = Output::Discard;
  OnStop on_stop = OnStop::GiveUp;
};

class Runner {
 public:
  virtual ~Runner() = default;

  virtual bool has_room() const = 0;
  virtual bool idle() const = 0;  // nothing submitted that was not collected
  // Requires has_room(), and idle() with Output::Capture. Returns the ticket that the Run will carry.
  virtual std::uint64_t submit(Schedule schedule, RunOptions options) = 0;
  std::uint64_t submit(Schedule schedule) { return submit(std::move(schedule), RunOptions{}); }
  // Requires !idle(). Waits for one run.
  virtual Result<Run> collect() = 0;
  // Gives up everything in flight, quickly even if it hangs; idle() afterwards. Returns how many runs were given up.
  virtual Result<std::uint64_t> abandon() = 0;

  virtual const ProgramFacts& facts() const = 0;
  // The versioned set of stack sites whose objects are shared. Growing it requires idle().
  virtual std::uint32_t visibility_version() const = 0;
  virtual const std::vector<std::uint32_t>& visible_sites() const = 0;
  virtual void make_visible(const std::vector<std::uint32_t>& sites) = 0;
  // Every object on a stack, and its beginning: fingerprints say nothing about them.
  virtual void make_whole_stack_visible() = 0;
  // Sizes whose blocks have addresses of their own: part of the same version. At most kMostContestedSizes; adding to
  // them requires idle().
  virtual const ContestedSizes& contested_sizes() const = 0;
  virtual void keep_apart(const ContestedSizes& sizes) = 0;
  // Who each thread number is, as (parent, ordinal of the create call in it): the numbers in a schedule mean nothing
  // without it once several threads create threads.
  virtual ThreadIdentities thread_identities() const = 0;
  // What was executed so far and may touch memory past Heddle's eyes; None where no place is known.
  virtual std::vector<ProgramPoint> unmodelled() const { return {}; }
};

}  // namespace heddle
