// SPDX-License-Identifier: Apache-2.0
#include "fuzz/batches.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "fuzz/observation.h"
#include "fuzz/printing_program.h"
#include "fuzz/random.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kBatch = 50;  // programs in one file, so that compiling one takes a fiftieth of a second
constexpr std::uint64_t kMostStates = 30'000;

class Batches {
 public:
  Batches(Workshop& workshop, const BatchOptions& options, const Examine& examine)
      : workshop_(workshop), options_(options), examine_(examine) {}

  Result<void> run() {
    std::vector<std::thread> workers;
    for (unsigned job = 0; job < std::max(1u, options_.jobs); ++job) workers.emplace_back([this] { work(); });
    for (std::thread& worker : workers) worker.join();
    if (error_) return *error_;
    return {};
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }
  bool is_over() const { return is_stopped() || is_done_.load(); }

  void work() {
    while (!is_over()) {
      const std::uint64_t first = next_.fetch_add(kBatch);
      if (first >= options_.count()) return;
      if (Result<void> done = batch(first, std::min(options_.count(), first + kBatch)); !done) {
        const std::lock_guard lock(mutex_);
        if (!is_stopped()) error_ = done.error();
        is_done_ = true;
      }
    }
  }

  Result<void> batch(std::uint64_t first, std::uint64_t end) {
    std::vector<Subject> subjects;
    for (std::uint64_t at = first; at < end; ++at) subjects.push_back(make_subject(options_.seed, options_.number(at), options_.generator));
    std::vector<const Program*> programs;
    for (const Subject& subject : subjects) programs.push_back(&subject.program);
    const SourceFile source = source_of(programs);
    const std::string name = fmt::format("batch{}", first);
    Result<std::string> binary = workshop_.build(source, name);
    if (!binary) return binary.error();
    std::vector<std::uint16_t> points;
    for (std::size_t at = 0; at < subjects.size() && !is_over(); ++at) {
      Result<std::unique_ptr<Runner>> runner = workshop_.start(*binary, at, freedoms_of(subjects[at].program),
                                                                      max_events(subjects[at].program));
      if (!runner) return runner.error();
      if (points.empty()) points = statements_of_points((*runner)->facts(), source.ids);
      PrintingProgram printing(subjects[at].program, [&, at](const Freedoms& freedoms) {
        return workshop_.start(*binary, at, freedoms, max_events(subjects[at].program));
      });
      const bool goes_on = examine_(subjects[at], {subjects[at].program, **runner, points, source.ids, printing});
      if (!goes_on) is_done_ = true;
    }
    workshop_.discard(name);
    return {};
  }

  Workshop& workshop_;
  const BatchOptions& options_;
  const Examine& examine_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> is_done_{false};
  std::mutex mutex_;  // guards what follows
  std::optional<Error> error_;
};

}  // namespace

Freedoms freedoms_of(const Program& program) {
  Freedoms freedoms;
  freedoms.spurious_wakeups = program.spurious;
  freedoms.visible_ends = program.visible_ends ? 1 : 0;
  return freedoms;
}

std::uint32_t max_events(const Program& program) { return counts_rounds(program) ? kMaxEvents / 10 : kMaxEvents; }

namespace {

constexpr std::uint64_t kMoreIfVisible = 8;  // states, if that an assertion fails is an operation

// Two programs of three: searches that go on after a finding make an event of it, others do not. The program is the same.
void make_ends_visible(Subject& subject) {
  if (subject.index % 3 == 0) return;
  Program program = subject.program;
  program.visible_ends = true;
  Enumeration expected = enumerate(program, kMoreIfVisible * kMostStates);
  if (!expected.is_complete) return;
  subject.program = std::move(program);
  subject.expected = std::move(expected);
}

}  // namespace

Subject make_subject(std::uint64_t seed, std::uint64_t index, unsigned generator) {
  Random seeds(seed * 0x9e3779b97f4a7c15 ^ index);
  seeds.next();
  Subject subject;
  subject.index = index;
  for (unsigned size = 100;; size = std::max(10u, size * 3 / 4), ++subject.left_out) {
    const std::uint64_t drawn = seeds.next();
    subject.program = generate_number(index, drawn, generator, size);
    subject.expected = enumerate(subject.program, kMostStates);
    if (!subject.expected.is_complete) continue;
    make_ends_visible(subject);
    return subject;
  }
}

Result<void> for_each_program(Workshop& workshop, const BatchOptions& options, const Examine& examine) {
  const Result<void> done = Batches(workshop, options, examine).run();
  // Whoever is interrupted, even while he compiles, still says what he has seen.
  if (!done && done.error().code != ErrorCode::Interrupted) return done.error();
  return {};
}

}  // namespace heddle::fuzz
