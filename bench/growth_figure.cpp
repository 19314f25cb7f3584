// SPDX-License-Identifier: Apache-2.0
#include "bench/growth_figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace heddle::bench {
namespace {

constexpr int kColumns = 4;
constexpr double kWidth = 250, kHeight = 170;                       // of one chart with all around it
constexpr double kLeft = 34, kRight = 12, kTop = 26, kBottom = 24;  // around the area
constexpr double kHead = 44;                                        // above all charts
constexpr double kDecades = 8;                                      // 1 to 100,000,000
constexpr std::size_t kLeastSizes = 3;
constexpr double kTickDistance = 6, kDigitWidth = 4.5;
constexpr double kWide = 20;  // times the smallest size: beyond this sizes stand on a logarithmic axis, too

struct Series {
  const char* name;
  const char* colour;
  double (*value)(const Measured&);
};
constexpr Series kSeries[] = {
    {"executions", "#1f5fbf", [](const Measured& each) { return static_cast<double>(each.executions); }},
    {"states of the model", "#d9730d", [](const Measured& each) { return static_cast<double>(each.states); }},
    {"processor time in ms", "#2c8a4b", [](const Measured& each) { return each.cpu_seconds * 1000; }},
};

struct Sized {
  double place;              // on the axis
  std::string label;         // there
  std::vector<double> line;  // what is the same for all on one line
  const Measured* measured;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '&')
      result += "&amp;";
    else if (character == '<')
      result += "&lt;";
    else
      result += character;
  }
  return result;
}

std::optional<double> number_in(const std::string& define) {
  const std::size_t equals = define.find('=');
  if (equals == std::string::npos) return std::nullopt;
  double value = 0;
  const char* end = define.data() + define.size();
  const auto [stop, failure] = std::from_chars(define.data() + equals + 1, end, value);
  return failure == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

// The numbers in its defines that are not the same for all of the family.
std::vector<std::vector<double>> varying_numbers(const std::vector<const Measured*>& family) {
  std::vector<std::vector<double>> numbers(family.size());
  const std::size_t defines = family.front()->instance.defines.size();
  for (std::size_t index = 0; index < defines; ++index) {
    std::vector<double> column;
    for (const Measured* each : family) {
      const auto size = index < each->instance.defines.size() ? number_in(each->instance.defines[index]) : std::nullopt;
      if (size) column.push_back(*size);
    }
    const bool varies = column.size() == family.size() && std::ranges::min(column) < std::ranges::max(column);
    for (std::size_t row = 0; varies && row < family.size(); ++row) numbers[row].push_back(column[row]);
  }
  return numbers;
}

// One number is a place on the axis; of several, each combination is a place of its own, in order, and a line leads
// through those that differ in the last number only.
std::vector<Sized> by_size(const std::vector<const Measured*>& family) {
  const std::vector<std::vector<double>> numbers = varying_numbers(family);
  std::vector<Sized> list;
  if (numbers.front().empty()) return list;
  for (std::size_t index = 0; index < family.size(); ++index) {
    std::vector<double> line(numbers[index].begin(), numbers[index].end() - 1);
    list.push_back({numbers[index].back(), fmt::format("{}", fmt::join(numbers[index], ",")), line, family[index]});
  }
  std::stable_sort(list.begin(), list.end(), [](const Sized& one, const Sized& other) {
    return std::tie(one.line, one.place) < std::tie(other.line, other.place);
  });
  const bool is_several = !list.front().line.empty();
  const bool is_wide = list.front().place > 0 && list.back().place > kWide * list.front().place;
  for (std::size_t index = 0; index < list.size(); ++index) {
    Sized& each = list[index];
    each.place = is_several ? static_cast<double>(index) : is_wide ? std::log(each.place) : each.place;
  }
  return list;
}

double across(const std::vector<Sized>& family, const Sized& each) {
  const double share = (each.place - family.front().place) / (family.back().place - family.front().place);
  return kLeft + share * (kWidth - kLeft - kRight);
}

double up(double value) {
  const double decades = std::clamp(std::log10(std::max(value, 1.0)), 0.0, kDecades);
  return kHeight - kBottom - decades / kDecades * (kHeight - kTop - kBottom);
}

std::string axes(const std::vector<Sized>& family) {
  std::string text;
  for (int decade = 0; decade <= static_cast<int>(kDecades); decade += 2) {
    const double y = up(std::pow(10, decade));
    text += fmt::format("<line x1='{}' y1='{:.1f}' x2='{}' y2='{:.1f}' stroke='#ddd'/>", kLeft, y, kWidth - kRight, y);
    text += fmt::format("<text x='{}' y='{:.1f}' text-anchor='end'>10<tspan dy='-3' font-size='6'>{}</tspan></text>\n",
                        kLeft - 4, y + 3, decade);
  }
  double free_from = 0;  // so that no two sizes are written over each other
  for (const Sized& each : family) {
    const double x = across(family, each);
    if (x < free_from) continue;
    free_from = x + kTickDistance + kDigitWidth * static_cast<double>(each.label.size());
    text += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{}</text>\n", x, kHeight - kBottom + 12, each.label);
  }
  return text;
}

// What was cut short is a hollow dot: there it would have gone on.
std::string line_of(const std::vector<Sized>& family, const Series& series) {
  std::string lines, points, dots;
  for (std::size_t index = 0; index < family.size(); ++index) {
    const Sized& each = family[index];
    const double x = across(family, each), y = up(series.value(*each.measured));
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2' fill='{}' stroke='{}'/>", x, y,
                        each.measured->exhaustive ? series.colour : "white", series.colour);
    const bool ends = index + 1 == family.size() || family[index + 1].line != each.line;
    if (!ends) continue;
    lines += fmt::format("<polyline points='{}' fill='none' stroke='{}'/>", points, series.colour);
    points.clear();
  }
  return lines + dots + "\n";
}

std::string chart(const std::string& name, const std::vector<Sized>& family, std::size_t place) {
  const double x = static_cast<double>(place % kColumns) * kWidth;
  const double y = kHead + static_cast<double>(place / kColumns) * kHeight;
  std::string text = fmt::format("<g transform='translate({},{})'>\n", x, y);
  text += fmt::format("<text x='{}' y='16' font-size='11' font-weight='bold'>{}</text>\n", kLeft, escaped(name));
  text += axes(family);
  for (const Series& series : kSeries) text += line_of(family, series);
  return text + "</g>\n";
}

std::string legend() {
  std::string text;
  double x = kLeft;
  for (const Series& series : kSeries) {
    text += fmt::format(
        "<rect x='{}' y='26' width='10' height='3' fill='{}'/><text x='{}' y='31' font-size='10'>{}</text>\n", x,
        series.colour, x + 14, series.name);
    x += 150;
  }
  return text;
}

}  // namespace

std::string growth_figure(const std::vector<Measured>& measured) {
  std::map<std::string, std::vector<const Measured*>> families;
  for (const Measured& each : measured) families[each.instance.sweep()].push_back(&each);
  std::string charts;
  std::size_t count = 0;
  for (const auto& [name, members] : families) {
    const std::vector<Sized> family = by_size(members);
    if (family.size() >= kLeastSizes) charts += chart(name, family, count++);
  }
  const double width = kColumns * kWidth;
  const double height = kHead + static_cast<double>((count + kColumns - 1) / kColumns) * kHeight;
  return fmt::format(
             "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
             "font-family='sans-serif' font-size='8'>\n<rect width='{0}' height='{1}' fill='white'/>\n"
             "<text x='{2}' y='16' font-size='12'>Size of each program against what it took to explore all of it "
             "(hollow: cut short)</text>\n",
             width, height, kLeft) +
         legend() + charts + "</svg>\n";
}

}  // namespace heddle::bench
