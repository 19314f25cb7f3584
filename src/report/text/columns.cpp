// SPDX-License-Identifier: Apache-2.0
#include "report/text/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/source_text.h"
#include "trace/result.h"

namespace heddle {

namespace {

constexpr std::size_t kMargin = 7;
constexpr std::size_t kNarrowestColumn = 22;
constexpr std::size_t kGap = 2;

std::string margin_text(const Cell& cell) {
  return cell.event == 0 ? std::string(kMargin, ' ') : fmt::format("{:>5}  ", cell.event);
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string as_columns(const std::vector<Cell>& cells, const std::vector<ThreadId>& threads,
                       const std::vector<std::string>& names, const TextStyle& style) {
  std::size_t column = (style.width - kMargin) / threads.size();
  std::string header(kMargin, ' '), text;
  std::map<ThreadId, std::size_t> place;
  for (std::size_t index = 0; index < threads.size(); ++index) {
    place[threads[index]] = index;
    header += padded(wrapped(names[number(threads[index])], column - kGap).front(), column);
  }
  text += painted(without_trailing_blanks(header), Ink::Bold, style);
  for (const Cell& cell : cells) {
    std::string margin = margin_text(cell);
    for (const std::string& line : wrapped(cell.text, column - kGap)) {
      text += margin + std::string(place[cell.thread] * column, ' ') + painted(line, cell.ink, style) + "\n";
      margin.assign(kMargin, ' ');
    }
  }
  return text;
}

std::string as_list(const std::vector<Cell>& cells, const std::vector<ThreadId>& threads,
                    const std::vector<std::string>& names, const TextStyle& style) {
  std::string text;
  for (ThreadId thread : threads) {
    text += std::string(kMargin, ' ') + painted(names[number(thread)], Ink::Bold, style) + "\n";
  }
  for (const Cell& cell : cells) {
    std::string start = margin_text(cell) + padded(thread_label(cell.thread), 6);
    for (const std::string& line : wrapped(cell.text, style.width - kMargin - 6)) {
      text += start + painted(line, cell.ink, style) + "\n";
      start.assign(kMargin + 6, ' ');
    }
  }
  return text;
}

}  // namespace

std::string main_file_of(const std::vector<Step>& steps) {
  std::map<std::string, std::size_t> counts;
  for (const Step& step : steps) {
    if (step.location.known() && !is_system_file(step.location.file)) ++counts[shown_path(step.location.file)];
  }
  auto fewer = [](const auto& left, const auto& right) { return left.second < right.second; };
  auto most = std::max_element(counts.begin(), counts.end(), fewer);
  return most == counts.end() ? "" : most->first;
}

std::string line_prefix(const SourceLocation& location, const std::string& main_file) {
  if (!location.known()) return "";
  std::string file = shown_path(location.file);
  return fmt::format("{}{} ", file == main_file ? "" : file + ":", location.line);
}

std::vector<Cell> cells_of(const std::vector<Row>& rows, const std::vector<Step>& steps, const std::string& main_file) {
  std::vector<Cell> cells;
  for (const Row& row : rows) {
    if (row.is_fold()) {
      cells.push_back({0, row.thread, row.folded, Ink::Dim});
      continue;
    }
    const Step& step = steps[row.step];
    cells.push_back({step.event + 1, row.thread, line_prefix(step.location, main_file) + step.text, Ink::Plain});
  }
  return cells;
}

std::string table_text(const std::vector<Cell>& cells, const std::vector<std::string>& thread_names,
                       const TextStyle& style) {
  std::set<ThreadId> present;
  for (const Cell& cell : cells) present.insert(cell.thread);
  if (present.empty()) return "";
  HEDDLE_CHECK(number(*present.rbegin()) < thread_names.size(), "a trace must describe every thread that ran");
  std::vector<ThreadId> threads(present.begin(), present.end());
  bool fits = kMargin + threads.size() * kNarrowestColumn <= style.width;
  return fits ? as_columns(cells, threads, thread_names, style) : as_list(cells, threads, thread_names, style);
}

}  // namespace heddle
