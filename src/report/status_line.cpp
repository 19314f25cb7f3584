// SPDX-License-Identifier: Apache-2.0
#include "report/status_line.h"

#include <fmt/format.h>

#include "report/value_text.h"

namespace heddle {

namespace {

constexpr double kTerminalInterval = 0.2, kLineInterval = 5;
constexpr char kEraseLine[] = "\r\033[K";

}  // namespace

std::string StatusLine::update(std::uint64_t executions, std::uint64_t findings, double seconds) {
  if (form_ == StatusForm::Quiet) return "";
  double interval = form_ == StatusForm::Terminal ? kTerminalInterval : kLineInterval;
  double passed = seconds - last_seconds_;
  if (passed < interval) return "";
  auto rate = static_cast<std::uint64_t>(static_cast<double>(executions - last_executions_) / passed);
  last_seconds_ = seconds;
  last_executions_ = executions;
  std::string found = findings == 0 ? "" : ", " + counted(findings, "finding");
  std::string line =
      fmt::format("heddle: {}, {}/s, {:.0f} s{}", counted(executions, "execution"), count_text(rate), seconds, found);
  if (form_ == StatusForm::Lines) return line + "\n";
  is_shown_ = true;
  return kEraseLine + line;
}

std::string StatusLine::clear() {
  if (!is_shown_) return "";
  is_shown_ = false;
  return kEraseLine;
}

}  // namespace heddle
