// SPDX-License-Identifier: Apache-2.0
#include "bench/growth_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace heddle::bench {
namespace {

constexpr int kColumns = 4;
constexpr double kWidth = 250, kHeight = 170;                       // of one chart with all around it
constexpr double kLeft = 34, kRight = 12, kTop = 26, kBottom = 24;  // around the area
constexpr double kHead = 44;                                        // above all charts
constexpr double kDecades = 8;                                      // 1 to 100,000,000
constexpr std::size_t kLeastSizes = 3;
constexpr std::size_t kMostTicks = 8;

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
  double size;
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

// By the first number that is not the same for all of them.
std::vector<Sized> by_size(const std::vector<const Measured*>& family) {
  const std::size_t defines = family.front()->instance.defines.size();
  for (std::size_t index = 0; index < defines; ++index) {
    std::vector<Sized> list;
    for (const Measured* each : family) {
      const auto size = index < each->instance.defines.size() ? number_in(each->instance.defines[index]) : std::nullopt;
      if (size) list.push_back({*size, each});
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const Sized& one, const Sized& other) { return one.size < other.size; });
    const bool varies = list.size() == family.size() && list.front().size < list.back().size;
    if (varies) return list;
  }
  return {};
}

double across(const std::vector<Sized>& family, double size) {
  const double share = (size - family.front().size) / (family.back().size - family.front().size);
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
  const std::size_t every = (family.size() + kMostTicks - 1) / kMostTicks;
  for (std::size_t index = 0; index < family.size(); index += every) {
    text += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{}</text>\n", across(family, family[index].size),
                        kHeight - kBottom + 12, family[index].size);
  }
  return text;
}

// What was cut short is a hollow dot: there it would have gone on.
std::string line_of(const std::vector<Sized>& family, const Series& series) {
  std::string points, dots;
  for (const Sized& each : family) {
    const double x = across(family, each.size), y = up(series.value(*each.measured));
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2' fill='{}' stroke='{}'/>", x, y,
                        each.measured->exhaustive ? series.colour : "white", series.colour);
  }
  return fmt::format("<polyline points='{}' fill='none' stroke='{}'/>{}\n", points, series.colour, dots);
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
