// SPDX-License-Identifier: Apache-2.0
#include "execute/captured_output.h"

#include <poll.h>

#include <utility>

namespace heddle {

void CapturedOutput::read_for(std::uint32_t milliseconds) {
  pollfd waits{pipe_.number(), POLLIN, 0};
  ::poll(&waits, 1, static_cast<int>(milliseconds));
  read_now();
}

std::string CapturedOutput::take() {
  read_now();
  drop_beginning();
  if (std::size_t newline = text_.find('\n'); is_cut_ && newline + 1 < text_.size()) text_.erase(0, newline + 1);
  is_cut_ = false;
  return std::exchange(text_, {});
}

void CapturedOutput::read_now() {
  char buffer[16 * 1024];
  while (pipe_.open()) {
    const ssize_t got = ::read(pipe_.number(), buffer, sizeof buffer);
    if (got <= 0) break;
    text_.append(buffer, static_cast<std::size_t>(got));
    if (text_.size() >= 2 * kMostBytes) drop_beginning();
  }
}

void CapturedOutput::drop_beginning() {
  if (text_.size() <= kMostBytes) return;
  text_.erase(0, text_.size() - kMostBytes);
  is_cut_ = true;
}

}  // namespace heddle
