// SPDX-License-Identifier: Apache-2.0
#include "bench/model_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::bench {
namespace {

constexpr double kMostExecutions = 1.5;  // times the prototype's
constexpr double kLeastSteps = 1'000'000;
constexpr double kMostBytes = 48;
constexpr double kShareOfPeer = 0.1;
// Below these a figure says more about start-up and rounding than about the search.
constexpr double kLeastSearchSeconds = 0.05;
constexpr std::uint64_t kLeastTableStates = 10'000;
constexpr double kLeastPeerSeconds = 0.2;
constexpr std::array kTenth = {"bluetooth(4, NOERR)", "bubble(3,3, NOERR)", "bubblelock(5,3, NOERR)", "indexer(15)",
                               "counter(5)"};

// Where states alone would be far too many.
constexpr std::array kWide = {"readers(200)",    "samewriters(100)",        "nwriters_reader(40)", "account_lock(30)",
                              "spin(16)",        "philosophers(40)",        "philosophers(40, FIXED)", "indexer(24)",
                              "ring(24, OUT)",   "pipeline(20)"};
constexpr double kMostWideSeconds = 10;
constexpr double kMostToPlain = 1.3;
constexpr double kLeastPlainSeconds = 0.2;
constexpr const char* kFewExecutions = "fib(7)";
constexpr double kShareOfPrototype = 0.2;

bool is_wide(const Measured& measured) {
  return std::find(kWide.begin(), kWide.end(), measured.instance.name()) != kWide.end();
}

bool is_tenth(const Measured& measured) {
  return std::find(kTenth.begin(), kTenth.end(), measured.instance.name()) != kTenth.end();
}

void count(Target& target, const Measured& measured, bool is_met, const std::string& figure) {
  if (is_met)
    ++target.met;
  else
    target.missed.push_back(measured.instance.name() + " " + figure);
}

double quotient(double numerator, double denominator) { return denominator > 0 ? numerator / denominator : 0; }

}  // namespace

double Measured::steps_per_second() const { return quotient(static_cast<double>(steps), search_seconds); }

double Measured::bytes_per_state() const {
  return quotient(static_cast<double>(table_bytes), static_cast<double>(table_states));
}

double Measured::executions_to_prototype() const {
  if (!instance.prototype) return 0;
  return quotient(static_cast<double>(executions), static_cast<double>(instance.prototype->executions));
}

double Measured::cpu_to_peer() const {
  return instance.peer ? quotient(cpu_seconds, instance.peer->cpu_seconds) : 0;
}

bool Measured::is_wrong() const {
  if (verdict == "clean" || verdict == "finding") return verdict != instance.verdict;
  return false;
}

namespace {

// Two that were both stopped compare with nothing.
void compare_with_plain(Target& target, const Measured& measured) {
  if (!measured.plain_cpu_seconds) return;
  const double plain = *measured.plain_cpu_seconds;
  if (std::max(plain, measured.cpu_seconds) < kLeastPlainSeconds) return;
  if (!measured.plain_exhaustive && !measured.exhaustive) return;
  const bool lags = measured.plain_exhaustive && !measured.exhaustive;
  const double ratio = quotient(measured.cpu_seconds, plain);
  count(target, measured, !lags && ratio <= kMostToPlain, lags ? "unfinished" : fmt::format("{:.2f}x", ratio));
}

}  // namespace

std::vector<Target> judge_targets(const std::vector<Measured>& measured) {
  Target verdicts{"right verdict", 0, {}};
  Target exhaustive{"explored exhaustively", 0, {}};
  Target executions{fmt::format("at most {} times the prototype's executions", kMostExecutions), 0, {}};
  Target steps{"at least 1,000,000 model steps per second of processor time", 0, {}};
  Target bytes{"at most 48 bytes per stored state", 0, {}};
  Target tenth{"at most a tenth of the best peer's processor time", 0, {}};
  Target equal{"not slower than the best peer where that needs more than 0.2 s", 0, {}};
  Target wide{fmt::format("exhaustive within {} s where states are too many", kMostWideSeconds), 0, {}};
  Target few{fmt::format("{}: at most a fifth of the prototype's executions", kFewExecutions), 0, {}};
  Target plain{fmt::format("not more than {} times slower than the plain search", kMostToPlain), 0, {}};
  for (const Measured& each : measured) {
    if (is_wide(each)) {
      count(wide, each, each.exhaustive && each.cpu_seconds <= kMostWideSeconds,
            each.exhaustive ? fmt::format("{:.1f} s", each.cpu_seconds) : "unfinished");
    }
    if (each.instance.name() == kFewExecutions) {
      const double ratio = each.executions_to_prototype();
      count(few, each, each.exhaustive && ratio > 0 && ratio <= kShareOfPrototype,
            each.exhaustive ? fmt::format("{:.2f}x", ratio) : "unfinished");
    }
    compare_with_plain(plain, each);
    count(verdicts, each, !each.is_wrong(), fmt::format("says {}, is {}", each.verdict, each.instance.verdict));
    count(exhaustive, each, each.exhaustive, each.verdict);
    // What a search did until it was cut short compares with nothing.
    if (each.instance.prototype) {
      const double ratio = each.executions_to_prototype();
      count(executions, each, each.exhaustive && ratio <= kMostExecutions,
            each.exhaustive ? fmt::format("{:.1f}x", ratio) : "unfinished");
    }
    if (each.search_seconds >= kLeastSearchSeconds) {
      count(steps, each, each.steps_per_second() >= kLeastSteps, fmt::format("{:.2f} M/s", each.steps_per_second() / 1e6));
    }
    if (each.table_states >= kLeastTableStates) {
      count(bytes, each, each.bytes_per_state() <= kMostBytes, fmt::format("{:.0f} B", each.bytes_per_state()));
    }
    if (!each.instance.peer) continue;
    const std::string figure = each.exhaustive ? fmt::format("{:.2f}x", each.cpu_to_peer()) : "unfinished";
    if (is_tenth(each)) {
      count(tenth, each, each.exhaustive && each.cpu_to_peer() <= kShareOfPeer, figure);
    } else if (each.instance.peer->cpu_seconds > kLeastPeerSeconds) {
      count(equal, each, each.exhaustive && each.cpu_to_peer() <= 1, figure);
    }
  }
  return {verdicts, exhaustive, executions, steps, bytes, tenth, equal, wide, few, plain};
}

}  // namespace heddle::bench
