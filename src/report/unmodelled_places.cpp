// SPDX-License-Identifier: Apache-2.0
#include "report/unmodelled_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace heddle {
namespace {

constexpr std::size_t kShown = 3;

std::string code_at(const PointFacts& point) {
  const std::string& name = point.variable;
  if (name.empty()) return "a function called by pointer";
  const bool is_name = name.find_first_of(" (.") == std::string::npos;  // neither "inline assembly" nor "ns::f(int)"
  return is_name ? name + "()" : name;
}

std::string place_of(const PointFacts& point) {
  if (!point.location.known()) return code_at(point);
  return fmt::format("{} at {}:{}", code_at(point), point.location.file, point.location.line);
}

}  // namespace

std::string unmodelled_places(const std::vector<ProgramPoint>& points, const ProgramFacts& facts) {
  std::vector<const PointFacts*> places;
  for (const ProgramPoint point : points) places.push_back(&facts.at(point));
  const auto key = [](const PointFacts* place) {
    return std::tie(place->location.file, place->location.line, place->location.column, place->variable);
  };
  std::sort(places.begin(), places.end(), [key](const auto* left, const auto* right) { return key(left) < key(right); });
  std::vector<std::string> texts;
  for (const PointFacts* place : places) {
    std::string text = place_of(*place);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  const std::size_t more = texts.size() - std::min(texts.size(), kShown);
  texts.resize(texts.size() - more);
  return fmt::format("{}{}", fmt::join(texts, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace heddle
