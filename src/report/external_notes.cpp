// SPDX-License-Identifier: Apache-2.0
#include "report/external_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/external_list.h"

namespace heddle {
namespace {

std::string meaning(ControlOver control, const std::string& reason) {
  switch (control) {
    case ControlOver::FixedAnswer:
      return reason;
    case ControlOver::Unseen:
      return "not under Heddle's control: " + reason;
    case ControlOver::Unknown:
      return "not under Heddle's control and not compiled with heddle-clang: what is done there to memory is not seen";
  }
  return "";
}

// What is only linked in does not.
bool matters(const ExternalFunction& function, const ProgramFacts& facts, const std::vector<ProgramPoint>& unmodelled) {
  if (function.control == ControlOver::FixedAnswer) return true;
  const std::string name = readable_name(function.name);
  return std::any_of(unmodelled.begin(), unmodelled.end(), [&](ProgramPoint point) {
    const std::string& called = facts.at(point).variable;
    return called == name || called + "()" == name;
  });
}

}  // namespace

std::vector<std::string> external_notes(const ProgramFacts& facts, const std::vector<ProgramPoint>& unmodelled) {
  std::vector<std::string> notes;
  std::vector<bool> told(facts.externals.size());
  for (std::size_t index = 0; index < told.size(); ++index) told[index] = !matters(facts.externals[index], facts, unmodelled);
  for (std::size_t first = 0; first < facts.externals.size(); ++first) {
    if (told[first]) continue;
    const ExternalFunction& example = facts.externals[first];
    std::vector<const ExternalFunction*> alike;
    for (std::size_t index = first; index < facts.externals.size(); ++index) {
      const ExternalFunction& other = facts.externals[index];
      if (other.control != example.control || other.reason != example.reason) continue;
      alike.push_back(&other);
      told[index] = true;
    }
    notes.push_back(fmt::format("the program calls {}: {}", list_of(alike), meaning(example.control, example.reason)));
  }
  return notes;
}

}  // namespace heddle
