// SPDX-License-Identifier: Apache-2.0
#include "trace/external_list.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace heddle {
namespace {

constexpr std::size_t kShown = 6;

std::string where(const SourceLocation& location) {
  return location.known() ? " at " + location.file + ":" + std::to_string(location.line) : "";
}

}  // namespace

// A C function `f` is no mangled name, though the demangler would take it for the type float.
std::string readable_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name + "()";
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                   &std::free);
  return status == 0 ? text.get() : name + "()";
}

std::string list_of(const std::vector<const ExternalFunction*>& functions) {
  std::string text;
  for (std::size_t index = 0; index < std::min(functions.size(), kShown); ++index) {
    const ExternalFunction& function = *functions[index];
    text += (index == 0 ? "" : ", ") + readable_name(function.name) + where(function.first_use);
  }
  if (functions.size() > kShown) text += " and " + std::to_string(functions.size() - kShown) + " more";
  return text;
}

}  // namespace heddle
