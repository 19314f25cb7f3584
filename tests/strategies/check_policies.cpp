// SPDX-License-Identifier: Apache-2.0
//
// check_policies PROGRAM: executes an instrumented program under many schedules of the policies random, pct and pos and
// checks what they promise event by event: pct never interrupts a thread for one that could have run before, except at
// its depth - 1 change points; equal schedules give equal traces; other seeds give others; and the trace, made a
// schedule, repeats the run. The program must neither yield nor spin. Exit code 0: all promises kept.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "execute/process_runner.h"

namespace heddle {
namespace {

constexpr std::uint64_t kSeeds = 300;

Schedule schedule_of(Rest rest, std::uint64_t seed, std::uint32_t depth) {
  Schedule schedule;
  schedule.rest = rest;
  schedule.seed = seed;
  schedule.depth = depth;
  schedule.expected_events = 60;
  schedule.wants_enabled = true;
  return schedule;
}

// Switches away from a thread that could have gone on, to one that could have run before as well.
std::uint32_t preemptions(const Trace& trace) {
  std::uint32_t count = 0;
  for (std::size_t at = 1; at < trace.events.size(); ++at) {
    const ThreadId before = trace.events[at - 1].thread;
    const ThreadId now = trace.events[at].thread;
    count += now != before && trace.enabled[at].contains(before) && trace.enabled[at - 1].contains(now);
  }
  return count;
}

struct Seen {
  std::uint32_t fewest = ~0u;
  std::uint32_t most = 0;
  std::set<std::uint64_t> hashes;
  bool repeats = true;
};

class Checker {
 public:
  explicit Checker(Runner& runner) : runner_(runner) {}

  Result<int> check() {
    for (std::uint32_t depth = 1; depth <= 4; ++depth) {
      Result<Seen> seen = run("pct depth " + std::to_string(depth), Rest::Pct, depth);
      if (!seen) return seen.error();
      require(seen->most <= depth - 1, "more preemptions than change points");
      require(seen->most == depth - 1, "the change points were never used");
    }
    for (Rest rest : {Rest::Random, Rest::Pos}) {
      Result<Seen> seen = run(rest == Rest::Pos ? "pos" : "random", rest, 0);
      if (!seen) return seen.error();
      require(seen->most > 4, "too few preemptions");
    }
    return failures_ == 0 ? 0 : 1;
  }

 private:
  void require(bool condition, const char* complaint) {
    if (condition) return;
    std::printf("FAILED: %s\n", complaint);
    ++failures_;
  }

  Result<Trace> execute(const Schedule& schedule) {
    for (;;) {
      runner_.submit(schedule);
      Result<Run> run = runner_.collect();
      if (!run) return run.error();
      if (run->trace.outcome != Outcome::StackShared) return std::move(run->trace);
      runner_.make_visible(run->trace.failure.shared_sites);
    }
  }

  Result<Seen> run(const std::string& name, Rest rest, std::uint32_t depth) {
    Seen seen;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Result<Trace> first = execute(schedule_of(rest, seed, depth));
      if (!first) return first.error();
      Result<Trace> again = execute(schedule_of(rest, seed, depth));
      if (!again) return again.error();
      Result<Trace> replayed = execute(first->as_schedule(runner_.visibility_version()));
      if (!replayed) return replayed.error();
      seen.repeats = seen.repeats && first->hash == again->hash && first->events == replayed->events;
      seen.fewest = std::min(seen.fewest, preemptions(*first));
      seen.most = std::max(seen.most, preemptions(*first));
      seen.hashes.insert(first->hash);
    }
    std::printf("%-12s %u to %u preemptions, %zu different runs of %lu\n", name.c_str(), seen.fewest, seen.most,
                seen.hashes.size(), static_cast<unsigned long>(kSeeds));
    require(seen.repeats, "a schedule did not repeat itself");
    require(seen.hashes.size() > 3, "other seeds give the same runs");
    return seen;
  }

  Runner& runner_;
  int failures_ = 0;
};

Result<int> check(const std::string& program) {
  LaunchSpec spec;
  spec.program = program;
  spec.environment = {"PATH=/usr/bin:/bin"};
  Result<std::unique_ptr<ProcessRunner>> runner = ProcessRunner::start(spec, ProcessOptions{});
  if (!runner) return runner.error();
  return Checker(**runner).check();
}

}  // namespace
}  // namespace heddle

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: check_policies PROGRAM\n");
    return 2;
  }
  heddle::Result<int> result = heddle::check(words[1]);
  if (result) return *result;
  std::printf("%s\n", result.error().message.c_str());
  return 3;
}
