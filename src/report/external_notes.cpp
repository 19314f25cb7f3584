// SPDX-License-Identifier: Apache-2.0
#include "report/external_notes.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace heddle {
namespace {

constexpr std::size_t kShown = 6;

// A C function `f` is no mangled name, though the demangler would take it for the type float.
std::string readable(const std::string& name) {
  if (!name.starts_with("_Z")) return name + "()";
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                   &std::free);
  return status == 0 ? text.get() : name + "()";
}

std::string where(const SourceLocation& location) {
  return location.known() ? fmt::format(" at {}:{}", location.file, location.line) : "";
}

std::string list_of(const std::vector<const ExternalFunction*>& functions) {
  std::string text;
  for (std::size_t index = 0; index < std::min(functions.size(), kShown); ++index) {
    const ExternalFunction& function = *functions[index];
    text += (index == 0 ? "" : ", ") + readable(function.name) + where(function.first_use);
  }
  if (functions.size() > kShown) text += fmt::format(" and {} more", functions.size() - kShown);
  return text;
}

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

}  // namespace

std::vector<std::string> external_notes(const ProgramFacts& facts) {
  std::vector<std::string> notes;
  std::vector<bool> told(facts.externals.size());
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
