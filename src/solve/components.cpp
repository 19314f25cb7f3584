// SPDX-License-Identifier: Apache-2.0
#include "solve/components.h"

#include <algorithm>

namespace heddle {

void Components::clear() { *this = Components(words_); }

std::uint32_t Components::find(StateKey key) const {
  for (std::size_t at = home(key.first);; at = (at + 1) % slots_.size()) {
    if (slots_[at] == kNowhere || is_at(slots_[at], key)) return slots_[at];
  }
}

void Components::place(std::uint32_t index) {
  std::size_t at = home(unfinished_[index].hash);
  while (slots_[at] != kNowhere) at = (at + 1) % slots_.size();
  slots_[at] = index;
}

void Components::grow() {
  slots_.assign(2 * slots_.size(), kNowhere);
  --shift_;
  for (std::uint32_t index = 0; index < unfinished_.size(); ++index) place(index);
}

void Components::remove_last() {
  const auto last = static_cast<std::uint32_t>(unfinished_.size() - 1);
  std::size_t at = home(unfinished_[last].hash);
  while (slots_[at] != last) at = (at + 1) % slots_.size();
  slots_[at] = kNowhere;
  unfinished_.pop_back();
  if (words_ == HashWords::Two) second_words_.pop_back();
}

void Components::enter(StateKey key) {
  const auto index = static_cast<std::uint32_t>(unfinished_.size());
  unfinished_.push_back({key.first, true});
  if (words_ == HashWords::Two) second_words_.push_back(key.second);
  if (2 * unfinished_.size() > slots_.size())
    grow();
  else
    place(index);
  path_.push_back({index, index, false});
}

Components::Standing Components::meet(StateKey key) {
  const std::uint32_t known = find(key);
  if (known == kNowhere || path_.empty()) {
    note_exit();
    return Standing::Finished;
  }
  path_.back().low = std::min(path_.back().low, known);
  return unfinished_[known].is_on_path ? Standing::OnPath : Standing::Unfinished;
}

Components::Completed Components::leave() {
  const OnPath last = path_.back();
  path_.pop_back();
  if (last.low < last.index) {
    unfinished_[last.index].is_on_path = false;
    path_.back().low = std::min(path_.back().low, last.low);
    path_.back().has_exit |= last.has_exit;
    return Completed::Nothing;
  }
  while (unfinished_.size() > last.index) remove_last();
  note_exit();
  return last.has_exit ? Completed::Component : Completed::DeadEnd;
}

std::size_t Components::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return of(path_) + of(unfinished_) + of(second_words_) + of(slots_);
}

}  // namespace heddle
