// SPDX-License-Identifier: Apache-2.0
#include "app/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heddle {

namespace {

Error usage(std::string message) { return Error{ErrorCode::Usage, std::move(message)}; }

std::string with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

Result<void> parse_into(Text& field, const Setting& setting, Count, Count) {
  field = setting.value;
  return {};
}

Result<void> parse_into(Flag& field, const Setting& setting, Count, Count) {
  bool is_true = setting.value == "true" || setting.value == "1" || setting.value.empty();
  bool is_false = setting.value == "false" || setting.value == "0";
  if (!is_true && !is_false) {
    return usage(fmt::format("{}: `{}` must be true or false, not `{}`", setting.origin, setting.key, setting.value));
  }
  field = is_true;
  return {};
}

Result<void> parse_into(Count& field, const Setting& setting, Count lowest, Count highest) {
  const std::string& text = setting.value;
  Count number = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool is_number = !text.empty() && failure == std::errc() && end == text.data() + text.size();
  if (!is_number) {
    return usage(fmt::format("{}: `{}` must be a whole number, not `{}`", setting.origin, setting.key, text));
  }
  if (number < lowest || number > highest) {
    return usage(fmt::format("{}: `{}` must be between {} and {}, not {}", setting.origin, setting.key, lowest, highest,
                             number));
  }
  field = number;
  return {};
}

Result<void> parse_into(Duration& field, const Setting& setting, Count, Count highest) {
  Result<Duration> parsed = parse_duration(setting.value);
  if (!parsed) return usage(fmt::format("{}: `{}` {}", setting.origin, setting.key, parsed.error().message));
  if (parsed->seconds > static_cast<double>(highest)) {
    return usage(fmt::format("{}: `{}` must not exceed {} seconds", setting.origin, setting.key, highest));
  }
  field = *parsed;
  return {};
}

Result<void> parse_into(Size& field, const Setting& setting, Count, Count) {
  Result<Size> parsed = parse_size(setting.value);
  if (!parsed) return usage(fmt::format("{}: `{}` {}", setting.origin, setting.key, parsed.error().message));
  field = *parsed;
  return {};
}

std::string initial_text(const Text& value) { return value; }
std::string initial_text(Flag) { return ""; }
std::string initial_text(Count value) { return value == kNoHighest ? "" : fmt::format("{}", value); }
std::string initial_text(const Duration&) { return ""; }
std::string initial_text(const Size&) { return ""; }

template <typename Field>
OptionRow row_of(const char* name, const Field& initial, const char* help) {
  return {with_dashes(name), std::is_same_v<Field, Flag>, initial_text(initial), help};
}

}  // namespace

std::vector<OptionRow> option_rows() {
  const Options initial;
  std::vector<OptionRow> rows;
#define HEDDLE_ROW(type, name, value, lowest, highest, help) rows.push_back(row_of(#name, owner.name, help));
  {
    const SearchOptions& owner = initial.search;
    HEDDLE_SEARCH_OPTIONS(HEDDLE_ROW)
  }
  {
    const ExecuteOptions& owner = initial.execute;
    HEDDLE_EXECUTE_OPTIONS(HEDDLE_ROW)
  }
  {
    const ReportOptions& owner = initial.report;
    HEDDLE_REPORT_OPTIONS(HEDDLE_ROW)
  }
#undef HEDDLE_ROW
  return rows;
}

Result<void> apply(Options& options, const Setting& setting) {
  std::string key = with_dashes(setting.key);
  if (key == "depth") options.depth_origin = setting.origin;
  if (key == "strategy") options.strategy_origin = setting.origin;
#define HEDDLE_MATCH(type, name, value, lowest, highest, help) \
  if (key == with_dashes(#name)) return parse_into(owner.name, setting, lowest, highest);
  {
    SearchOptions& owner = options.search;
    HEDDLE_SEARCH_OPTIONS(HEDDLE_MATCH)
  }
  {
    ExecuteOptions& owner = options.execute;
    HEDDLE_EXECUTE_OPTIONS(HEDDLE_MATCH)
  }
  {
    ReportOptions& owner = options.report;
    HEDDLE_REPORT_OPTIONS(HEDDLE_MATCH)
  }
#undef HEDDLE_MATCH
  return usage(fmt::format("{}: unknown option `{}`", setting.origin, setting.key));
}

Result<void> check_names(const Options& options, const std::vector<std::string>& strategies) {
  const SearchOptions& search = options.search;
  if (std::find(strategies.begin(), strategies.end(), search.strategy) == strategies.end()) {
    return usage(fmt::format("unknown strategy `{}`; there are: {}", search.strategy, fmt::join(strategies, ", ")));
  }
  if (search.strategy != "pct" && !options.depth_origin.empty()) {
    return usage(
        fmt::format("{}: `depth` is for the strategy pct; `{}` has none", options.depth_origin, search.strategy));
  }
  if (search.memory_model != "sc") {
    bool is_planned = search.memory_model == "tso" || search.memory_model == "pso" || search.memory_model == "rc11";
    return usage(is_planned
                     ? fmt::format("memory model `{}`: not yet; this version explores sc only", search.memory_model)
                     : fmt::format("unknown memory model `{}`; there is: sc", search.memory_model));
  }
  if (search.races != "report" && search.races != "ignore") {
    return usage(fmt::format("`races` must be report or ignore, not `{}`", search.races));
  }
  if (search.hash_bits != 64 && search.hash_bits != 128) {
    return usage(fmt::format("`hash-bits` must be 64 or 128, not {}", search.hash_bits));
  }
  if (search.closure != "late" && search.closure != "first" && search.closure != "off") {
    return usage(fmt::format("`closure` must be late, first or off, not `{}`", search.closure));
  }
  if (search.leaks != "note" && search.leaks != "fail" && search.leaks != "ignore") {
    return usage(fmt::format("`leaks` must be note, fail or ignore, not `{}`", search.leaks));
  }
  const std::string& weak_cas = options.execute.weak_cas;
  if (weak_cas != "succeed" && weak_cas != "fail") {
    return usage(fmt::format("`weak-cas` must be succeed or fail, not `{}`", weak_cas));
  }
  if (options.report.out.empty()) return usage("`out` must name a folder");
  return {};
}

Freedoms freedoms_of(const Options& options) {
  const ExecuteOptions& execute = options.execute;
  Freedoms freedoms;
  freedoms.spurious_wakeups = static_cast<std::uint32_t>(execute.spurious);
  freedoms.weak_cas_failures = execute.weak_cas == "fail" ? 1 : 0;
  freedoms.reuse = execute.reuse ? 1 : 0;
  freedoms.malloc_failures = static_cast<std::uint32_t>(execute.malloc_failures);
  freedoms.visible_output = options.lists_outcomes ? 1 : 0;
  freedoms.visible_ends = options.lists_outcomes || options.search.keep_going ? 1 : 0;
  return freedoms;
}

Result<void> check_outcome_options(const Options& options) {
  if (options.search.strategy != "exact") {
    return usage(fmt::format("{}: only the strategy exact can list every outcome, not `{}`", options.strategy_origin,
                             options.search.strategy));
  }
  if (options.search.preemptions != kNoHighest) return usage("outcomes: `preemptions` would leave some of them out");
  if (options.execute.reuse || options.execute.malloc_failures != 0) {
    return usage("outcomes: the strategy exact does not model `reuse` and `malloc-failures` yet");
  }
  return {};
}

Result<Duration> parse_duration(std::string_view text) {
  double amount = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), amount);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : unit == "ms" ? 0.001 : 0;
  bool is_amount = failure == std::errc() && end != text.data() && amount > 0 && amount < 1e12;
  if (!is_amount || factor == 0) {
    return usage(fmt::format("must be a time such as 500ms, 30s, 5m or 1h, not `{}`", text));
  }
  return Duration{amount * factor, std::string(text)};
}

Result<Size> parse_size(std::string_view text) {
  double amount = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), amount);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t power = unit.size() == 1 ? kUnits.find(unit.front()) : std::string_view::npos;
  const bool is_amount = failure == std::errc() && end != text.data() && amount > 0 && amount < 1e15;
  if (!is_amount || (!unit.empty() && power == std::string_view::npos)) {
    return usage(fmt::format("must be a size such as 500M or 2G, not `{}`", text));
  }
  const double bytes = unit.empty() ? amount : std::ldexp(amount, 10 * (static_cast<int>(power) + 1));
  if (bytes < 1 || bytes >= 9e18) return usage(fmt::format("must be a size such as 500M or 2G, not `{}`", text));
  return Size{static_cast<std::uint64_t>(bytes), std::string(text)};
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = std::uint64_t{1} << 20, kGiga = std::uint64_t{1} << 30;
  if (bytes >= kGiga) return fmt::format("{:.1f}G", static_cast<double>(bytes) / static_cast<double>(kGiga));
  return fmt::format("{}M", bytes / kMega);
}

}  // namespace heddle
