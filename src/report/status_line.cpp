// SPDX-License-Identifier: Apache-2.0
#include "report/status_line.h"

#include <fmt/format.h>

#include "report/value_text.h"

namespace heddle {

namespace {

constexpr double kTerminalInterval = 0.2, kLineInterval = 5, kSuggestAfter = 60;
constexpr char kEraseLine[] = "\r\033[K";

// The rate that follows is of what comes last.
std::string done_text(const StatusFigures& figures) {
  std::string executions = counted(figures.executions, "execution");
  if (figures.sampled != 0) executions += fmt::format(" ({} at random)", count_text(figures.sampled));
  if (figures.verified != 0) executions += fmt::format(", {} verified", count_text(figures.verified));
  if (!figures.model) return executions;
  const ModelFigures& model = *figures.model;
  return fmt::format("{}, {} ({} unknown), {}", executions, counted(model.nodes, "node"), count_text(model.unknown),
                     counted(model.states, "state"));
}

std::string left_text(const StatusFigures& figures) {
  if (!figures.model) return "";
  const std::optional<double> share = figures.model->share_done;
  return share ? fmt::format(", about {} done", share_text(*share)) : ", cannot say how much is left";
}

}  // namespace

std::string StatusLine::update(const StatusFigures& figures) {
  if (form_ == StatusForm::Quiet) return "";
  double interval = form_ == StatusForm::Terminal ? kTerminalInterval : kLineInterval;
  double passed = figures.seconds - last_seconds_;
  if (passed < interval) return "";
  // What is counted begins anew when the search does.
  const std::uint64_t count = figures.model ? figures.model->states : figures.executions;
  const std::uint64_t done = count < last_count_ ? count : count - last_count_;
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(done) / passed);
  last_seconds_ = figures.seconds;
  last_count_ = count;
  std::string line = fmt::format("heddle: {}, {}/s, {:.0f} s", done_text(figures), count_text(rate), figures.seconds);
  line += left_text(figures);
  if (figures.found != 0) line += ", " + counted(figures.found, noun_);
  const std::string suggestion = suggested(figures.seconds);
  if (form_ == StatusForm::Lines) return suggestion + line + "\n";
  is_shown_ = true;
  return kEraseLine + suggestion + line;
}

std::string StatusLine::suggested(double seconds) {
  if (seconds < kSuggestAfter || suggestion_.empty()) return "";
  return fmt::format("heddle: {}\n", std::exchange(suggestion_, ""));
}

std::string StatusLine::clear() {
  if (!is_shown_) return "";
  is_shown_ = false;
  return kEraseLine;
}

}  // namespace heddle
