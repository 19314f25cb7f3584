// SPDX-License-Identifier: Apache-2.0
#include "journal.h"

#include <utility>

void Journal::write(std::string entry) {
  std::scoped_lock guard(mutex_);
  entries_.push_back(std::move(entry));
}

std::size_t Journal::size() {
  std::scoped_lock guard(mutex_);
  return entries_.size();
}
