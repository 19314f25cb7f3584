// SPDX-License-Identifier: Apache-2.0
//
// Schedule and its one-line text form, which replay files and messages carry. The parser accepts exactly what
// to_text writes: every field once and in order, so that a damaged line is named instead of half understood.
#include "trace/schedule.h"

#include <charconv>
#include <limits>

namespace heddle {
namespace {

constexpr std::string_view kPrefix = "schedule v1 ";

std::string_view name_of(Rest rest) {
  switch (rest) {
    case Rest::Continue:
      return "continue";
    case Rest::Random:
      return "random";
    case Rest::RoundRobin:
      return "round-robin";
    case Rest::Pct:
      return "pct";
    case Rest::Pos:
      return "pos";
    case Rest::Fair:
      return "fair";
    case Rest::Endless:
      return "endless";
    case Rest::Stop:
      return "stop";
    case Rest::Backward:
      return "backward";
  }
  return "unknown";
}

// Consumes text from the left; the first thing that does not fit is kept as the complaint.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return fail("expected '" + std::string(expected) + "'");
    rest_.remove_prefix(expected.size());
    return true;
  }

  bool at(std::string_view expected) const { return rest_.starts_with(expected); }

  template <typename Number>
  bool number(Number& value) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) return fail("expected a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  bool fail(std::string complaint) {
    if (complaint_.empty()) complaint_ = std::move(complaint) + " before '" + std::string(rest_.substr(0, 20)) + "'";
    return false;
  }

  bool at_end() const { return rest_.empty(); }
  const std::string& complaint() const { return complaint_; }

 private:
  std::string_view rest_;
  std::string complaint_;
};

bool read_pct(Reader& reader, Schedule& schedule) {
  if (!reader.take("/") || !reader.number(schedule.depth)) return false;
  if (schedule.depth == 0 || schedule.depth > kMaxDepth) return reader.fail("no such depth");
  return reader.take("/") && reader.number(schedule.expected_events);
}

bool read_endless(Reader& reader, Schedule& schedule) {
  return reader.take("/") && reader.number(schedule.expected_events);
}

bool read_rest(Reader& reader, Schedule& schedule) {
  for (Rest candidate : {Rest::Continue, Rest::Random, Rest::RoundRobin, Rest::Pct, Rest::Pos, Rest::Fair,
                         Rest::Endless, Rest::Stop, Rest::Backward}) {
    if (!reader.at(name_of(candidate))) continue;
    schedule.rest = candidate;
    return reader.take(name_of(candidate)) && (candidate != Rest::Pct || read_pct(reader, schedule)) &&
           (candidate != Rest::Endless || read_endless(reader, schedule));
  }
  return reader.fail("unknown policy");
}

bool read_turns(Reader& reader, std::vector<Turn>& turns) {
  while (!reader.at(" ")) {
    if (!turns.empty() && !reader.take(",")) return false;
    std::uint16_t thread = 0;
    Turn turn;
    if (!reader.number(thread) || !reader.take(":") || !reader.number(turn.events)) return false;
    if (thread >= ThreadSet::kCapacity) return reader.fail("no such thread");
    turn.thread = ThreadId(thread);
    turns.push_back(turn);
  }
  return true;
}

bool read_choices(Reader& reader, std::vector<std::uint32_t>& choices) {
  while (!reader.at_end()) {
    if (!choices.empty() && !reader.take(",")) return false;
    std::uint32_t choice = 0;
    if (!reader.number(choice)) return false;
    choices.push_back(choice);
  }
  return true;
}

}  // namespace

void Schedule::append(ThreadId thread) {
  const bool joins = !turns.empty() && turns.back().thread == thread &&
                     turns.back().events < std::numeric_limits<std::uint32_t>::max();
  if (joins) {
    ++turns.back().events;
  } else {
    turns.push_back({thread, 1});
  }
}

std::uint64_t Schedule::length() const {
  std::uint64_t events = 0;
  for (const Turn& turn : turns) events += turn.events;
  return events;
}

std::string to_text(const Schedule& schedule) {
  std::string text(kPrefix);
  text += "rest=" + std::string(name_of(schedule.rest));
  if (schedule.rest == Rest::Pct) {
    text += "/" + std::to_string(schedule.depth) + "/" + std::to_string(schedule.expected_events);
  }
  if (schedule.rest == Rest::Endless) text += "/" + std::to_string(schedule.expected_events);
  text += " seed=" + std::to_string(schedule.seed);
  text += " vis=" + std::to_string(schedule.visibility_version);
  text += " turns=";
  const char* separator = "";
  for (const Turn& turn : schedule.turns) {
    text += separator + std::to_string(number(turn.thread)) + ":" + std::to_string(turn.events);
    separator = ",";
  }
  text += " choices=";
  separator = "";
  for (std::uint32_t choice : schedule.choices) {
    text += separator + std::to_string(choice);
    separator = ",";
  }
  return text;
}

Result<Schedule> parse_schedule(std::string_view text) {
  Reader reader(text);
  Schedule schedule;
  const bool read = reader.take(kPrefix) && reader.take("rest=") && read_rest(reader, schedule) &&
                    reader.take(" seed=") && reader.number(schedule.seed) && reader.take(" vis=") &&
                    reader.number(schedule.visibility_version) && reader.take(" turns=") &&
                    read_turns(reader, schedule.turns) && reader.take(" choices=") &&
                    read_choices(reader, schedule.choices);
  if (!read) return Error{ErrorCode::Usage, "not a schedule: " + reader.complaint()};
  return schedule;
}

}  // namespace heddle
