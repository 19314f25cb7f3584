// SPDX-License-Identifier: Apache-2.0
#include "report/text/fold.h"

#include <fmt/format.h>

#include <map>

#include "report/value_text.h"

namespace heddle {

namespace {

constexpr std::size_t kLongestRound = 12;  // steps of one loop iteration
constexpr std::size_t kFewestRounds = 4;   // first, "… 2 more", last: below that folding saves nothing
constexpr std::size_t kShortestRun = 3;    // of private steps that is mentioned at all
constexpr std::size_t kMostRows = 400;     // a report longer than that is not read; the full form has everything
constexpr std::size_t kRowsAtStart = 100;

bool is_worth_a_row(const Step& step) { return step.is_shared && !step.is_library; }

std::set<std::size_t> last_steps(const std::vector<Step>& steps) {
  std::map<ThreadId, std::size_t> last;
  for (std::size_t index = 0; index < steps.size(); ++index) {
    bool counts = steps[index].kind != EventKind::Begin && !steps[index].is_library;
    if (counts) last[steps[index].thread] = index;
  }
  std::set<std::size_t> indices;
  for (const auto& [thread, index] : last) indices.insert(index);
  return indices;
}

std::vector<Row> without_private_runs(const std::vector<Step>& steps, const std::set<std::size_t>& keep) {
  std::set<std::size_t> last = last_steps(steps);
  std::vector<Row> rows;
  std::size_t hidden = 0, first_hidden = 0;
  bool hides_library = false;  // steps on shared memory inside of the standard library are not private
  auto close_run = [&] {
    if (hidden >= kShortestRun) {
      const char* what = hides_library ? "… {} in the standard library" : "… {} private";
      rows.push_back({steps[first_hidden].thread, first_hidden, fmt::format(fmt::runtime(what), hidden)});
    }
    hidden = 0;
    hides_library = false;
  };
  for (std::size_t index = 0; index < steps.size(); ++index) {
    const Step& step = steps[index];
    bool shown = is_worth_a_row(step) || keep.contains(index) || last.contains(index);
    if (hidden != 0 && (shown || steps[first_hidden].thread != step.thread)) close_run();
    if (shown) {
      rows.push_back({step.thread, index, ""});
    } else if (step.kind != EventKind::Begin) {
      if (hidden++ == 0) first_hidden = index;
      hides_library |= step.is_shared && step.is_library;
    }
  }
  close_run();
  return rows;
}

bool same_place(const Row& left, const Row& right, const std::vector<Step>& steps) {
  if (left.thread != right.thread || left.is_fold() != right.is_fold()) return false;
  if (left.is_fold()) return left.folded == right.folded;
  const Step& a = steps[left.step];
  const Step& b = steps[right.step];
  return a.point == b.point && a.kind == b.kind;
}

// How often the `period` rows from `at` on come again directly, the first time included.
std::size_t rounds_at(const std::vector<Row>& rows, std::size_t at, std::size_t period,
                      const std::vector<Step>& steps) {
  std::size_t rounds = 1;
  for (std::size_t next = at + period; next + period <= rows.size(); next += period, ++rounds) {
    for (std::size_t offset = 0; offset < period; ++offset) {
      if (!same_place(rows[at + offset], rows[next + offset], steps)) return rounds;
    }
    if (rows[next].thread != rows[at].thread) return rounds;
  }
  return rounds;
}

bool is_one_thread(const std::vector<Row>& rows, std::size_t at, std::size_t period) {
  for (std::size_t offset = 1; offset < period; ++offset) {
    if (rows[at + offset].thread != rows[at].thread) return false;
  }
  return true;
}

std::vector<Row> without_repeats(const std::vector<Row>& rows, const std::vector<Step>& steps) {
  std::vector<Row> shorter;
  auto copy = [&](std::size_t from, std::size_t count) {
    shorter.insert(shorter.end(), rows.begin() + static_cast<std::ptrdiff_t>(from),
                   rows.begin() + static_cast<std::ptrdiff_t>(from + count));
  };
  for (std::size_t at = 0; at < rows.size();) {
    std::size_t period = 1, rounds = 1;
    for (std::size_t length = 1; length <= kLongestRound && at + length <= rows.size(); ++length) {
      if (!is_one_thread(rows, at, length)) break;
      rounds = rounds_at(rows, at, length, steps);
      period = length;
      if (rounds >= kFewestRounds) break;
    }
    if (rounds < kFewestRounds) {
      copy(at++, 1);
      continue;
    }
    copy(at, period);
    shorter.push_back({rows[at].thread, rows[at + period].step, fmt::format("… {} more", rounds - 2)});
    copy(at + (rounds - 1) * period, period);
    at += rounds * period;
  }
  return shorter;
}

std::vector<Row> without_middle(std::vector<Row> rows) {
  if (rows.size() <= kMostRows) return rows;
  std::size_t dropped = rows.size() - kMostRows;
  auto from = rows.begin() + kRowsAtStart;
  Row gap{from->thread, from->step, fmt::format("… {} left out", counted(dropped, "line"))};
  rows.erase(from, from + static_cast<std::ptrdiff_t>(dropped));
  rows.insert(rows.begin() + kRowsAtStart, gap);
  return rows;
}

}  // namespace

std::vector<Row> fold(const std::vector<Step>& steps, const std::set<std::size_t>& keep) {
  return without_middle(without_repeats(without_private_runs(steps, keep), steps));
}

std::vector<Row> unfolded(const std::vector<Step>& steps) {
  std::vector<Row> rows;
  for (std::size_t index = 0; index < steps.size(); ++index) rows.push_back({steps[index].thread, index, ""});
  return rows;
}

}  // namespace heddle
