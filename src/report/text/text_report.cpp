// SPDX-License-Identifier: Apache-2.0
#include "report/text/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "report/text/columns.h"
#include "report/text/fold.h"
#include "report/text/output_text.h"
#include "report/value_text.h"

namespace heddle {

namespace {

std::string place_text(const SourceLocation& location) {
  if (!location.known()) return plain_name(location.function);
  std::string column = location.column != 0 ? fmt::format(":{}", location.column) : "";
  std::string function = location.function.empty() ? "" : " in " + plain_name(location.function);
  return fmt::format("{}:{}{}{}", shown_path(location.file), location.line, column, function);
}

// Without a column the caret stands under the first character.
std::string caret_line(const std::string& line, std::uint32_t column) {
  std::size_t at = column != 0 ? column - 1 : line.find_first_not_of(" \t");
  if (at == std::string::npos || at > line.size()) at = 0;
  std::string blanks = line.substr(0, at);
  for (char& character : blanks) {
    if (character != '\t') character = ' ';  // a tab stays a tab, so that the caret stands where the terminal puts it
  }
  return blanks + "^";
}

std::string source_excerpt(const SourceLocation& location, SourceText& source, const TextStyle& style) {
  if (!location.known()) return "";
  std::string text = "  " + place_text(location) + "\n";
  std::optional<std::string> line = source.line(location.file, location.line);
  if (!line) return text;
  text += fmt::format("{:>6} | {}\n", location.line, *line);
  text += fmt::format("       | {}\n", painted(caret_line(*line, location.column), Ink::Red, style));
  return text;
}

std::vector<std::string> names_of(const std::vector<ExplainedThread>& threads) {
  std::vector<std::string> names;
  for (const ExplainedThread& thread : threads) names.push_back(thread.name);
  return names;
}

// What the failing thread does last, and who is stuck where: the bottom rows of the table.
std::vector<Cell> final_cells(const TextInput& input, const std::string& main_file) {
  std::vector<Cell> cells;
  if (input.saved.finding.race) return cells;  // it is not about how the execution ended
  for (const ExplainedThread& thread : input.explained.threads) {
    if (thread.state != ThreadEnd::Blocked) continue;
    cells.push_back({0, thread.thread, line_prefix(thread.location, main_file) + thread.blocked, Ink::Cyan});
  }
  const Failure& failure = input.saved.finding.trace.failure;
  if (failure.has_thread && number(failure.thread) < input.explained.threads.size()) {
    std::string what =
        fmt::format("{}** {} **", line_prefix(input.explained.location, main_file), name_of(input.saved.finding.kind));
    cells.push_back({0, failure.thread, what, Ink::Red});
  }
  return cells;
}

// What happened until the second of two racing accesses; else everything.
std::vector<Step> shown_steps(const TextInput& input) {
  std::vector<Step> steps = input.explained.steps;
  const std::optional<Race>& race = input.saved.finding.race;
  if (race) std::erase_if(steps, [&race](const Step& step) { return step.event > race->second; });
  return steps;
}

std::set<std::size_t> racing_steps(const TextInput& input, const std::vector<Step>& steps) {
  std::set<std::size_t> racing;
  const std::optional<Race>& race = input.saved.finding.race;
  for (std::size_t index = 0; race && index < steps.size(); ++index) {
    if (steps[index].event == race->first || steps[index].event == race->second) racing.insert(index);
  }
  return racing;
}

// Says so below each of the two.
std::vector<Cell> with_marks(const std::vector<Cell>& cells, const std::vector<Row>& rows,
                             const std::vector<Step>& steps, const std::set<std::size_t>& racing,
                             const std::string& main_file) {
  std::vector<Cell> marked;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    marked.push_back(cells[index]);
    const bool races = !rows[index].is_fold() && racing.contains(rows[index].step);
    if (!races) continue;
    const Step& step = steps[rows[index].step];
    marked.push_back({0, step.thread, line_prefix(step.location, main_file) + "** data-race **", Ink::Red});
  }
  return marked;
}

std::string switches_text(const Finding& finding) {
  const std::uint32_t switches = finding.trace.switches;
  const std::string text = switches == 1 ? "1 switch" : count_text(switches) + " switches";
  return finding.shortness == Shortness::Unknown ? text : text + ", the fewest possible";
}

std::string schedule_text(const TextInput& input, const TextStyle& style) {
  const std::vector<Step> steps = shown_steps(input);
  const std::set<std::size_t> racing = racing_steps(input, steps);
  const Trace& trace = input.saved.finding.trace;
  std::string main_file = main_file_of(steps);
  std::vector<Row> rows = style.full ? unfolded(steps) : fold(steps, racing);
  std::vector<Cell> cells = with_marks(cells_of(rows, steps, main_file), rows, steps, racing, main_file);
  for (Cell& cell : final_cells(input, main_file)) cells.push_back(std::move(cell));
  std::string folded = rows.size() < steps.size() ? "; folded, --full-trace shows every event" : "";
  std::string lines = main_file.empty() ? "" : fmt::format("; line numbers of {}", main_file);
  std::string text = fmt::format(
      "\nSchedule ({}, {}, {}{}{}{})\n", counted(trace.threads.size(), "thread"), counted(trace.events.size(), "event"),
      switches_text(input.saved.finding),
      racing.empty() ? "" : "; until the second access of the race", lines, folded);
  return text + table_text(cells, names_of(input.explained.threads), style);
}

std::string frame_text(std::size_t index, const Frame& frame) {
  std::string function = frame.location.function.empty() ? "" : " in " + plain_name(frame.location.function);
  std::string place;
  if (frame.location.known()) {
    place = fmt::format(" {}:{}", shown_path(frame.location.file), frame.location.line);
    if (frame.location.column != 0) place += fmt::format(":{}", frame.location.column);
  } else if (!frame.module.empty()) {
    place = fmt::format(" ({})", frame.module);
  }
  return fmt::format("    #{} {:#x}{}{}\n", index, frame.address, function, place);
}

std::string stack_text(const std::vector<Frame>& frames, const TextStyle& style) {
  std::string text;
  std::size_t folded = 0;
  auto close_fold = [&] {
    if (folded != 0) text += fmt::format("       … {} of the standard library\n", counted(folded, "frame"));
    folded = 0;
  };
  for (std::size_t index = 0; index < frames.size(); ++index) {
    bool is_library = frames[index].location.known() && is_system_file(frames[index].location.file);
    if (is_library && !style.full) {
      ++folded;
      continue;
    }
    close_fold();
    text += frame_text(index, frames[index]);
  }
  close_fold();
  return text;
}

std::string locks_text(const RacingAccess& access) {
  if (access.locks.empty()) return "holds no lock";
  return "holds " + fmt::format("{}", fmt::join(access.locks, ", "));
}

std::string race_text(const TextInput& input, const TextStyle& style) {
  const ExplainedRace& race = input.explained.race;
  if (race.accesses.empty()) return "";
  std::string text = "\nThe two accesses\n";
  for (const RacingAccess& access : race.accesses) {
    const std::string& name = input.explained.threads[number(access.thread)].name;
    text += fmt::format("  {} {} {} at {}, {}\n", name, access.verb, race.object, place_text(access.location),
                        locks_text(access));
    text += stack_text(access.frames, style);
  }
  return text;
}

std::string stacks_text(const TextInput& input, const TextStyle& style) {
  if (input.saved.finding.race) return race_text(input, style);
  std::string text;
  for (const ExplainedThread& thread : input.explained.threads) {
    bool is_involved = thread.is_to_blame || thread.state == ThreadEnd::Blocked || style.full;
    if (!is_involved || thread.frames.empty()) continue;
    std::string state = thread.blocked.empty() ? "" : ", " + thread.blocked;
    text += fmt::format("  Thread {}{}:\n{}", thread.name, state, stack_text(thread.frames, style));
  }
  return text.empty() ? "" : "\nCall stacks\n" + text;
}

std::string waiting_text(const TextInput& input) {
  if (input.saved.finding.kind != FindingKind::Deadlock) return "";
  std::string text = "\nWho waits for whom\n";
  for (const ExplainedThread& thread : input.explained.threads) {
    if (thread.state != ThreadEnd::Blocked) continue;
    std::string where = thread.location.known() ? " at " + place_text(thread.location) : "";
    text += fmt::format("  {} {}{}\n", thread.name, thread.blocked, where);
  }
  if (input.explained.cycle.empty()) return text;
  text += "  cycle: ";
  for (ThreadId thread : input.explained.cycle) text += thread_label(thread) + " -> ";
  return text + thread_label(input.explained.cycle.front()) + "\n";
}

std::string notes_text(const TextInput& input) {
  std::string text;
  if (!input.explained.note.empty()) text += fmt::format("note: {}\n", input.explained.note);
  for (const std::string& note : input.notes) text += fmt::format("note: {}\n", note);
  if (!input.closing.empty()) text += input.closing + "\n";
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string summary_line(const Finding& finding, const SourceLocation& location) {
  std::string place = location.known() ? fmt::format(" {}:{}", shown_path(location.file), location.line) : "";
  std::string function = location.function.empty() ? "" : " in " + plain_name(location.function);
  return fmt::format("SUMMARY: heddle: {}{}{}", name_of(finding.kind), place, function);
}

std::string finding_text(const TextInput& input, SourceText& source, const TextStyle& style) {
  const Explained& explained = input.explained;
  std::string text = painted("heddle: " + explained.message, Ink::Red, style) + "\n";
  text += source_excerpt(explained.location, source, style);
  if (explained.innermost.known() || !explained.innermost.function.empty()) {
    text += fmt::format("  called from there: {}\n", place_text(explained.innermost));
  }
  text += output_text(input.saved.finding.output, style);
  text += schedule_text(input, style);
  text += stacks_text(input, style);
  text += waiting_text(input);
  text += notes_text(input);
  text += "\n" + summary_line(input.saved.finding, explained.location) + "\n";
  if (!input.saved.replay_command.empty()) text += input.saved.replay_command + "\n";
  return text;
}

}  // namespace heddle
