// SPDX-License-Identifier: Apache-2.0
#include "report/closing.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/value_text.h"

namespace heddle {

namespace {

// What the program was run under: the memory model, and what else the environment was allowed to do.
std::string model_text(const Report& report) {
  const Freedoms& freedoms = report.freedoms;
  std::string text = report.memory_model == "sc" ? "sequential consistency" : report.memory_model;
  if (freedoms.spurious_wakeups != 0) {
    text += fmt::format(", at most {} in a row", counted(freedoms.spurious_wakeups, "spurious wake-up"));
  }
  if (freedoms.weak_cas_failures != 0) text += ", weak compare-exchanges that may fail";
  if (freedoms.reuse != 0) text += ", memory that may be used again after free";
  if (freedoms.malloc_failures != 0) {
    text += fmt::format(", at most {}", counted(freedoms.malloc_failures, "failing allocation"));
  }
  return text;
}

std::string seconds_text(double seconds) { return fmt::format("{:.1f} s", seconds); }

// "0 preemptions", "1 preemption".
std::string preemptions_text(const std::string& number) {
  return number + (number == "1" ? " preemption" : " preemptions");
}

std::string bound_text(const ReachedBound& bound) {
  if (bound.name == "interrupted") return "interrupted";
  if (bound.name == "executions") return fmt::format("limit of {} executions (--max-executions)", bound.limit);
  if (bound.name == "time") return fmt::format("out of time (--time {})", bound.limit);
  if (bound.name == "memory") return fmt::format("out of memory (--max-memory {})", bound.limit);
  if (bound.name == "strategy") return "the strategy does not cover every interleaving";
  if (bound.name == "model") return bound.limit;
  if (bound.name == "output") {
    const std::string what = bound.limit.empty() ? "" : " (" + quoted(bound.limit) + ")";
    return fmt::format("the program prints something{} by a way that Heddle does not see", what);
  }
  if (bound.name == "unmodelled") return fmt::format("what is done to memory by {} is not seen", bound.limit);
  if (bound.name == "preemptions") {
    return fmt::format("interleavings with more than {} were left out (--preemptions)", preemptions_text(bound.limit));
  }
  if (bound.name == "room") {
    return fmt::format("executions were cut after {} events of all threads together: there is no room for more", bound.limit);
  }
  if (bound.name == "events") {
    return fmt::format("executions were cut after {} events of a thread (--max-events)", bound.limit);
  }
  return bound.limit.empty() ? bound.name : fmt::format("{} {}", bound.name, bound.limit);
}

// Where the executions were cut, and how far the search went all the same.
std::string cut_text(const Report& report) {
  std::string text = report.cut_place.empty() ? "" : ", the longest at " + report.cut_place;
  if (report.cut_covered == 0) return text;
  const auto fewer = std::find_if(report.bounds.begin(), report.bounds.end(),
                                  [](const ReachedBound& bound) { return bound.name == "preemptions"; });
  return text + fmt::format("; all interleavings with at most {} of each thread{} were explored",
                            counted(report.cut_covered, "event"),
                            fewer == report.bounds.end() ? "" : " and " + preemptions_text(fewer->limit));
}

std::string bounds_text(const Report& report) {
  std::string text;
  for (const ReachedBound& bound : report.bounds) {
    text += (text.empty() ? "" : "; ") + bound_text(bound);
    if (bound.name == "events") text += cut_text(report);
  }
  return text;
}

// What was done for this verdict: "12 executions", "12 executions and 3,400 states of the model".
std::string work_text(const Report& report, const std::string& adjective = "") {
  std::string text = counted(report.executions - report.sampled, adjective + "execution");
  if (report.model) text += fmt::format(" and {} of the model", counted(report.model->states, "state"));
  if (report.sampled != 0) text += fmt::format(", then {} at random (pos, pct, random)", counted(report.sampled, "execution"));
  return text;
}

// Executions beside those of the search, which would have shown what it got wrong.
std::string verified_text(const Report& report) {
  if (report.verified == 0) return "";
  return fmt::format(", {} at random showed nothing new", counted(report.verified, "more execution"));
}

// Beyond interleavings C++ lets atomics weaker than seq_cst do more, and the races that this makes possible. exact
// finds every race of two accesses that come side by side; what tells without ordering can keep them apart.
std::string orders_text(const Report& report) {
  std::string text = report.has_weaker_orders ? "; C++ allows more for its atomics weaker than seq_cst" : "";
  if (!report.looks_for_races || report.strategy != "exact") return text;
  const std::string extent =
      fmt::format("were looked for in {}, not exhaustively", counted(report.executions + report.verified, "execution"));
  if (report.has_weaker_orders) return text + ": data races through these " + extent;
  if (!report.has_hints) return "";
  return "; data races behind failed tries, semaphore values, signals without the lock and atomic sections that wait " + extent;
}

// Only a chance worth mentioning is mentioned.
std::string confusion_text(const Report& report) {
  constexpr double kNegligible = 1e-9;
  const double chance = report.model ? report.model->chance_of_confusion() : 0;
  if (chance < kNegligible) return "";
  return fmt::format("; two states may have been taken for one, with a chance of {:.0e} (--hash-bits 128 rules that out)",
                     chance);
}

// The end of a function's frame is no event, and what is still reachable at the end no state: the model knows neither
// (docs/exact.md, docs/memory_errors.md).
std::string unmodelled_text(const Report& report) {
  if (report.strategy != "exact") return "";
  return fmt::format("; {}use of a stack object after its function returned, or of a thread-local one after its thread "
                     "ended: looked for in these executions only",
                     report.leaks_are_findings ? "leaks, " : "");
}

// What "all interleavings" does not mean.
std::string limits_text(const Report& report) {
  return unmodelled_text(report) + orders_text(report) + confusion_text(report);
}

std::string found_text(const Report& report) {
  std::string bounds = bounds_text(report);
  std::string extent = report.exhaustive ? "all interleavings were explored" + limits_text(report)
                       : bounds.empty()  ? "the search stopped there"
                                         : "not everything was explored: " + bounds;
  return fmt::format("Found {} in {} ({}, {}, {}); {}.", counted(report.findings.size(), "defect"), work_text(report),
                     seconds_text(report.seconds), report.strategy, model_text(report), extent);
}

// Only the brute-force strategy runs each interleaving once; elsewhere the number of executions is not theirs.
std::string exhausted_text(const Report& report) {
  std::string explored = report.strategy == "dfs"
                             ? fmt::format("Explored all {}", counted(report.executions, "interleaving"))
                             : fmt::format("Explored all interleavings with {}", work_text(report));
  return fmt::format(
      "{} in {}: no assertion failure, crash, deadlock, {}uncaught exception, bad exit code or hang "
      "(exhaustive, {}, strategy {}{}{}).",
      explored, seconds_text(report.seconds), report.looks_for_races ? "data race, " : "", model_text(report),
      report.strategy, verified_text(report), limits_text(report));
}

// What is proved all the same: everything that so many preemptions lead to.
std::string covered_text(const Report& report) {
  const auto leaves_gaps = [](const ReachedBound& bound) {
    return bound.name == "events" || bound.name == "room" || bound.name == "model";
  };
  if (std::any_of(report.bounds.begin(), report.bounds.end(), leaves_gaps)) return "";
  if (!report.model || !report.model->preemptions) return "";
  return fmt::format("no interleaving with at most {} breaks it (livelocks were not looked for{}{})",
                     preemptions_text(std::to_string(*report.model->preemptions)), unmodelled_text(report),
                     confusion_text(report));
}

// Of a search that was stopped before its end.
std::string left_text(const Report& report) {
  const auto stops = [](const ReachedBound& bound) {
    return bound.name == "interrupted" || bound.name == "time" || bound.name == "memory" || bound.name == "executions";
  };
  if (!report.model || std::none_of(report.bounds.begin(), report.bounds.end(), stops)) return "";
  if (!report.model->share_done) return "; how much is left cannot be said";
  return fmt::format("; about {} of what is known so far was searched, give or take a factor of two",
                     share_text(*report.model->share_done));
}

std::string outcomes_text(const Report& report) {
  const std::string work = fmt::format("{} in {}, {}", work_text(report), seconds_text(report.seconds), model_text(report));
  const std::string found = counted(report.outcomes.size(), "distinct outcome");
  if (report.verdict == Verdict::Complete) {
    return fmt::format("{}: all there are (exhaustive, {}, strategy {}{}{}{}).", found, work, report.strategy,
                       verified_text(report), orders_text(report), confusion_text(report));
  }
  return fmt::format("{} found; there may be more ({}): {}.", found, work, bounds_text(report));
}

std::string incomplete_text(const Report& report) {
  if (report.lists_outcomes) return outcomes_text(report);
  std::string adjective = report.strategy == "dfs" ? "" : report.strategy + " ";
  std::string bounds = bounds_text(report);
  const std::string covered = covered_text(report);
  return fmt::format("Nothing found in {} ({}, {}){}; {}: {}{}.", work_text(report, adjective),
                     seconds_text(report.seconds), model_text(report), covered.empty() ? "" : "; " + covered,
                     covered.empty() ? "this is not a proof" : "more is not proved",
                     bounds.empty() ? "the strategy does not cover every interleaving" : bounds, left_text(report));
}

}  // namespace

std::string closing_sentence(const Report& report) {
  switch (report.verdict) {
    case Verdict::Finding:
      return found_text(report);
    case Verdict::Clean:
      return exhausted_text(report);
    case Verdict::Complete:
      return outcomes_text(report);
    case Verdict::Incomplete:
      return incomplete_text(report);
    case Verdict::Unsupported:
      return fmt::format(
          "No verdict after {}: the program does something that Heddle does not model, or is not "
          "deterministic.",
          counted(report.executions, "execution"));
  }
  HEDDLE_CHECK(false, "verdict out of range");
}

}  // namespace heddle
