// SPDX-License-Identifier: Apache-2.0
#include "bench/substrate.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "bench/process_usage.h"
#include "bench/substrate_figures.h"
#include "bench/tiny_program.h"
#include "execute/process_runner.h"
#include "search/campaign.h"
#include "search/strategy/registry.h"
#include "search/strategy/splitmix.h"

namespace heddle::bench {
namespace {

constexpr struct {
  const char* name;
  int iterations;
  std::uint64_t share;  // rounds have executions / share executions, so that every size takes about as long
} kSizes[] = {{"small", 1, 1}, {"medium", 11, 4}, {"large", 120, 20}};

struct SizeFigures {
  std::string name;
  Rate keep, switching, random, dfs, fork;
};

struct MemoryFigures {
  std::uint64_t executions = 0;
  std::uint64_t worker_before = 0, worker_after = 0, explorer_before = 0, explorer_after = 0;  // kilobytes
};

struct Figures {
  std::vector<SizeFigures> sizes;
  Costs costs;
  std::uint64_t compared = 0;
  std::uint64_t different = 0;
  MemoryFigures memory;
};

Schedule schedule_with(Rest rest, std::uint64_t seed) {
  Schedule schedule;
  schedule.rest = rest;
  schedule.seed = seed;
  return schedule;
}

// Keeps the ring full with schedules that differ in their seed only.
Result<Sample> execute(Runner& runner, Rest rest, RunOptions options, std::uint64_t executions) {
  Sample sample;
  for (std::uint64_t submitted = 0; sample.executions < executions;) {
    for (; submitted < executions && runner.has_room(); ++submitted) {
      runner.submit(schedule_with(rest, derived_seed(1, submitted)), options);
    }
    Result<Run> run = runner.collect();
    if (!run) return run.error();
    ++sample.executions;
    sample.events += run->trace.events.size();
    sample.switches += run->trace.switches;
  }
  return sample;
}

// Whole campaigns, one after the other if the program is explored sooner.
Result<Sample> search(Runner& runner, std::string_view strategy, std::uint64_t executions) {
  Sample sample;
  while (sample.executions < executions) {
    Result<std::unique_ptr<Strategy>> made = make_strategy(strategy, {});
    if (!made) return made.error();
    CampaignOptions options;
    options.max_executions = executions - sample.executions;
    const CampaignResult result = run_campaign(runner, std::move(*made), options);
    if (result.error) return *result.error;
    if (!result.findings.empty()) return Error{ErrorCode::Internal, result.findings.front().message};
    sample.executions += result.statistics.executions;
    sample.events += result.statistics.events;
  }
  return sample;
}

// Surrounds `work` with clocks. `program_cpu` gives the processor time of the measured side so far.
Result<Sample> timed(const std::function<double()>& program_cpu, const std::function<Result<Sample>()>& work) {
  const double wall = wall_seconds();
  const double own = own_cpu_seconds();
  const double program = program_cpu();
  Result<Sample> sample = work();
  if (!sample) return sample;
  sample->program_cpu_seconds = program_cpu() - program;
  sample->explorer_cpu_seconds = own_cpu_seconds() - own;
  sample->wall_seconds = wall_seconds() - wall;
  return sample;
}

Result<Rate> rounds_of(int rounds, const std::function<Result<Sample>()>& measure) {
  std::vector<Sample> samples;
  for (int round = 0; round < rounds; ++round) {
    Result<Sample> sample = measure();
    if (!sample) return sample.error();
    samples.push_back(*sample);
  }
  return rate_of(samples);
}

class Bench {
 public:
  Bench(const SubstrateOptions& options, std::ostream& out) : options_(options), out_(out) {}

  Result<Figures> run() {
    for (const auto& size : kSizes) {
      Result<std::unique_ptr<ProcessRunner>> runner = start(size.iterations);
      if (!runner) return runner.error();
      if (Result<void> done = measure_size(**runner, size.name, options_.executions / size.share); !done) {
        return done.error();
      }
      if (size.iterations != 1) continue;
      if (Result<void> done = compare_with_fork(**runner); !done) return done.error();
      if (Result<void> done = watch_memory(**runner); !done) return done.error();
    }
    const auto& [small, medium, large] = std::tie(figures_.sizes[0], figures_.sizes[1], figures_.sizes[2]);
    figures_.costs = costs_of(small.keep, medium.keep, large.keep, large.switching);
    return figures_;
  }

 private:
  Result<std::unique_ptr<ProcessRunner>> start(int iterations) {
    Result<std::string> program = build_tiny(options_.compiler, options_.directory, iterations);
    if (!program) return program.error();
    LaunchSpec spec;
    spec.program = *program;
    return ProcessRunner::start(spec, ProcessOptions{});
  }

  Result<void> measure_size(ProcessRunner& runner, const char* name, std::uint64_t executions) {
    SizeFigures figures;
    figures.name = name;
    const auto worker_cpu = [&] { return cpu_seconds(runner.worker()); };
    const auto policy = [&](Rest rest) {
      return [&runner, &worker_cpu, rest, executions] {
        return timed(worker_cpu, [&] { return execute(runner, rest, {}, executions); });
      };
    };
    const auto strategy = [&](const char* which) {
      return [&runner, &worker_cpu, which, executions] {
        return timed(worker_cpu, [&] { return search(runner, which, executions); });
      };
    };
    // The first executions learn which pages an execution dirties.
    if (Result<Sample> warm = execute(runner, Rest::Random, {}, 1'000); !warm) return warm.error();
    for (const auto& [rate, measure] :
         {std::pair<Rate*, std::function<Result<Sample>()>>{&figures.keep, policy(Rest::Continue)},
          {&figures.switching, policy(Rest::RoundRobin)},
          {&figures.random, strategy("random")},
          {&figures.dfs, strategy("dfs")},
          {&figures.fork, [&] { return measure_fork(runner); }}}) {
      Result<Rate> measured = rounds_of(options_.rounds, measure);
      if (!measured) return measured.error();
      *rate = *measured;
    }
    fmt::print(
        out_,
        "{:<7} {:>7.0f} {:>12.0f} {:>12.0f} {:>12.0f} {:>12.0f} {:>10.0f} {:>9.2f} {:>9.2f} {:>8.0f}x {:>8.0f}x\n",
        name, figures.random.events, figures.keep.per_second, figures.switching.per_second, figures.random.per_second,
        figures.dfs.per_second, figures.fork.per_second, figures.random.program_microseconds,
        figures.random.explorer_microseconds, figures.fork.program_microseconds / figures.keep.program_microseconds,
        figures.fork.program_microseconds / figures.random.program_microseconds);
    out_.flush();
    figures_.sizes.push_back(std::move(figures));
    return {};
  }

  // The first forked run sends the worker away, whose whole life would be booked into the supervisor's children.
  Result<Sample> measure_fork(ProcessRunner& runner) {
    RunOptions forked;
    forked.isolation = Isolation::Fork;
    if (Result<Sample> first = execute(runner, Rest::Random, forked, 1); !first) return first;
    const auto cpu = [&] { return cpu_seconds_with_children(runner.supervisor()); };
    Result<Sample> sample = timed(cpu, [&] { return execute(runner, Rest::Random, forked, options_.fork_executions); });
    if (!sample) return sample;
    if (Result<Sample> warm = execute(runner, Rest::Random, {}, 1'000); !warm) return warm;
    return sample;
  }

  Result<void> compare_with_fork(ProcessRunner& runner) {
    RunOptions forked;
    forked.isolation = Isolation::Fork;
    for (RunOptions options : {RunOptions{}, forked}) {
      std::vector<std::uint64_t>& hashes = options.isolation == Isolation::Fork ? forked_hashes_ : worker_hashes_;
      for (std::uint64_t index = 0; index < options_.compared_schedules; ++index) {
        runner.submit(schedule_with(Rest::Random, derived_seed(2, index)), options);
        Result<Run> run = runner.collect();
        if (!run) return run.error();
        hashes.push_back(run->trace.hash);
      }
    }
    figures_.compared = worker_hashes_.size();
    for (std::size_t index = 0; index < worker_hashes_.size(); ++index) {
      if (worker_hashes_[index] != forked_hashes_[index]) ++figures_.different;
    }
    return {};
  }

  Result<void> watch_memory(ProcessRunner& runner) {
    MemoryFigures& memory = figures_.memory;
    if (Result<Sample> warm = execute(runner, Rest::Random, {}, 10'000); !warm) return warm.error();
    memory.executions = options_.memory_executions;
    memory.worker_before = resident_kilobytes(runner.worker());
    memory.explorer_before = resident_kilobytes(::getpid());
    if (Result<Sample> done = execute(runner, Rest::Random, {}, memory.executions); !done) return done.error();
    memory.worker_after = resident_kilobytes(runner.worker());
    memory.explorer_after = resident_kilobytes(::getpid());
    return {};
  }

  const SubstrateOptions& options_;
  std::ostream& out_;
  Figures figures_;
  std::vector<std::uint64_t> worker_hashes_, forked_hashes_;
};

nlohmann::json to_json(const Rate& rate) {
  return {{"per_second", rate.per_second},
          {"program_cpu_microseconds", rate.program_microseconds},
          {"explorer_cpu_microseconds", rate.explorer_microseconds},
          {"events", rate.events},
          {"switches", rate.switches}};
}

nlohmann::json to_json(const Figures& figures, const SubstrateOptions& options) {
  nlohmann::json json;
  for (const SizeFigures& size : figures.sizes) {
    json["programs"].push_back({{"name", size.name},
                                {"continue", to_json(size.keep)},
                                {"round_robin", to_json(size.switching)},
                                {"random", to_json(size.random)},
                                {"dfs", to_json(size.dfs)},
                                {"fork", to_json(size.fork)},
                                {"fork_to_continue", size.fork.program_microseconds / size.keep.program_microseconds},
                                {"fork_to_random", size.fork.program_microseconds / size.random.program_microseconds}});
  }
  json["rounds"] = options.rounds;
  json["event_nanoseconds"] = figures.costs.event_nanoseconds;
  json["switch_nanoseconds"] = figures.costs.switch_nanoseconds;
  json["reset_microseconds"] = figures.costs.reset_microseconds;
  json["hashes"] = {{"compared_with_fork", figures.compared}, {"different", figures.different}};
  json["memory"] = {{"executions", figures.memory.executions},
                    {"worker_kilobytes", {figures.memory.worker_before, figures.memory.worker_after}},
                    {"explorer_kilobytes", {figures.memory.explorer_before, figures.memory.explorer_after}}};
  return json;
}

void print_rest(const Figures& figures, std::ostream& out) {
  fmt::print(out, "\nevent {:.1f} ns, switch {:.1f} ns, reset and the rest of an execution {:.2f} us\n",
             figures.costs.event_nanoseconds, figures.costs.switch_nanoseconds, figures.costs.reset_microseconds);
  fmt::print(out, "hashes equal to fork: {} of {}\n", figures.compared - figures.different, figures.compared);
  const MemoryFigures& memory = figures.memory;
  fmt::print(out, "memory over {} executions: worker {} -> {} kB, explorer {} -> {} kB\n", memory.executions,
             memory.worker_before, memory.worker_after, memory.explorer_before, memory.explorer_after);
}

}  // namespace

int run_substrate_bench(const SubstrateOptions& options, std::ostream& out) {
  fmt::print(
      out,
      "executions per second, median of {}; processor time per execution for random; last two columns: processor\n"
      "time of an execution under fork to one in the worker, policies continue and random\n",
      options.rounds);
  fmt::print(out, "{:<7} {:>7} {:>12} {:>12} {:>12} {:>12} {:>10} {:>9} {:>9} {:>9} {:>9}\n", "program", "events",
             "continue", "round-robin", "random", "dfs", "fork", "worker us", "expl. us", "fork/cont", "fork/rand");
  const Result<Figures> figures = Bench(options, out).run();
  if (!figures) {
    out << figures.error().message << "\n";
    return 3;
  }
  print_rest(*figures, out);
  const std::string path = options.json.empty() ? options.directory + "/substrate.json" : options.json;
  std::ofstream file(path);
  file << to_json(*figures, options).dump(2) << "\n";
  if (!file.flush()) {
    out << "cannot write " << path << "\n";
    return 3;
  }
  return figures->different == 0 ? 0 : 1;
}

}  // namespace heddle::bench
