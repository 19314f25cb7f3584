// SPDX-License-Identifier: Apache-2.0
//
// repeat_schedules PROGRAM SEEDS ROUNDS: executes an instrumented program under SEEDS random schedules, ROUNDS times
// each in the worker, then once each in a fresh fork, and compares every trace with the first one of its seed. Uses
// the Runner directly, so that nothing between it and the program can hide a difference. Exit code 0: no mismatch.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "execute/process_runner.h"
#include "trace/difference.h"

namespace heddle {
namespace {

Schedule random_schedule(std::uint64_t seed, std::uint32_t visibility_version) {
  Schedule schedule;
  schedule.rest = Rest::Random;
  schedule.seed = seed;
  schedule.visibility_version = visibility_version;
  return schedule;
}

class Comparison {
 public:
  Comparison(Runner& runner, std::uint64_t seeds) : runner_(runner), seeds_(seeds) {}

  // The reference traces. Begins again whenever another stack object turns out to be shared, because traces of
  // different visibility must not be compared.
  Result<void> learn() {
    for (;;) {
      std::vector<std::uint32_t> shared;
      reference_.assign(seeds_, {});
      Result<void> done = each_seed(Isolation::Worker, [&](std::uint64_t seed, Trace trace) {
        shared.insert(shared.end(), trace.failure.shared_sites.begin(), trace.failure.shared_sites.end());
        reference_[seed] = std::move(trace);
      });
      if (!done || shared.empty()) return done;
      runner_.make_visible(shared);
    }
  }

  Result<void> repeat(Isolation isolation) {
    return each_seed(isolation, [&](std::uint64_t seed, const Trace& trace) {
      ++compared_;
      if (trace.hash == reference_[seed].hash) return;
      ++mismatches_;
      if (mismatches_ > 5) return;
      std::printf("seed %lu%s: %s\n", static_cast<unsigned long>(seed), isolation == Isolation::Fork ? " (fork)" : "",
                  describe_difference(reference_[seed], trace, runner_.facts()).c_str());
    });
  }

  // How many of the reference traces ended otherwise than with exit code 0, and how many events all of them have.
  std::uint64_t failures() const {
    std::uint64_t count = 0;
    for (const Trace& trace : reference_) {
      if (trace.outcome == Outcome::Finished && trace.failure.exit_code == 0) continue;
      if (++count > 3) continue;
      std::printf("a schedule ended in %s: %s\n", std::string(name_of(trace.outcome)).c_str(),
                  trace.failure.message.c_str());
    }
    return count;
  }
  std::uint64_t events() const {
    std::uint64_t count = 0;
    for (const Trace& trace : reference_) count += trace.events.size();
    return count;
  }
  std::uint64_t compared() const { return compared_; }
  std::uint64_t mismatches() const { return mismatches_; }

 private:
  template <typename Visit>
  Result<void> each_seed(Isolation isolation, Visit visit) {
    std::unordered_map<std::uint64_t, std::uint64_t> seed_of;
    for (std::uint64_t next = 0; next < seeds_ || !runner_.idle();) {
      while (next < seeds_ && runner_.has_room()) {
        RunOptions options;
        options.isolation = isolation;
        seed_of[runner_.submit(random_schedule(next + 1, runner_.visibility_version()), options)] = next;
        ++next;
      }
      Result<Run> run = runner_.collect();
      if (!run) return run.error();
      visit(seed_of.at(run->ticket), std::move(run->trace));
    }
    return {};
  }

  Runner& runner_;
  std::uint64_t seeds_;
  std::vector<Trace> reference_;
  std::uint64_t compared_ = 0;
  std::uint64_t mismatches_ = 0;
};

Result<int> compare(const std::string& program, std::uint64_t seeds, std::uint64_t rounds) {
  LaunchSpec spec;
  spec.program = program;
  spec.environment = {"PATH=/usr/bin:/bin"};
  Result<std::unique_ptr<ProcessRunner>> runner = ProcessRunner::start(spec, ProcessOptions{});
  if (!runner) return runner.error();

  Comparison comparison(**runner, seeds);
  if (Result<void> learned = comparison.learn(); !learned) return learned.error();
  for (std::uint64_t round = 1; round < rounds; ++round) {
    if (Result<void> repeated = comparison.repeat(Isolation::Worker); !repeated) return repeated.error();
  }
  if (Result<void> forked = comparison.repeat(Isolation::Fork); !forked) return forked.error();

  std::uint64_t failures = comparison.failures();
  std::printf("%lu schedules of %lu events on average, %lu executions (%lu under fork), %lu mismatches, %lu failures\n",
              static_cast<unsigned long>(seeds), static_cast<unsigned long>(comparison.events() / seeds),
              static_cast<unsigned long>(comparison.compared() + seeds), static_cast<unsigned long>(seeds),
              static_cast<unsigned long>(comparison.mismatches()), static_cast<unsigned long>(failures));
  return comparison.mismatches() == 0 && failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace heddle

int main(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "usage: repeat_schedules PROGRAM SEEDS ROUNDS\n");
    return 2;
  }
  auto start = std::chrono::steady_clock::now();
  heddle::Result<int> result =
      heddle::compare(words[1], std::strtoull(words[2], nullptr, 10), std::strtoull(words[3], nullptr, 10));
  std::printf("%.1f seconds\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (!result) {
    std::printf("%s\n", result.error().message.c_str());
    return 3;
  }
  return *result;
}
