// SPDX-License-Identifier: Apache-2.0
#include "report/json_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;

Json location_json(const SourceLocation& location) {
  return {
      {"file", location.file}, {"line", location.line}, {"column", location.column}, {"function", location.function}};
}

std::string_view state_text(ThreadEnd state) {
  switch (state) {
    case ThreadEnd::Runnable:
      return "runnable";
    case ThreadEnd::Blocked:
      return "blocked";
    case ThreadEnd::Ended:
      return "ended";
  }
  HEDDLE_CHECK(false, "thread state out of range");
}

Json frames_json(const std::vector<Frame>& frames) {
  Json list = Json::array();
  for (const Frame& frame : frames) list.push_back(location_json(frame.location));
  return list;
}

Json thread_json(const ExplainedThread& thread) {
  Json object = {{"thread", number(thread.thread)},
                 {"name", thread.name},
                 {"state", state_text(thread.state)},
                 {"blamed", thread.is_to_blame}};
  if (thread.state == ThreadEnd::Blocked) {
    object["waits"] = thread.blocked;
    object["held_by"] = thread.has_holder ? Json(number(thread.held_by)) : Json();
  }
  if (!thread.frames.empty()) object["stack"] = frames_json(thread.frames);
  return object;
}

Json step_json(const Step& step) {
  Json object = {{"thread", number(step.thread)}, {"kind", name_of(step.kind)}, {"text", step.text}};
  if (step.location.known()) object["location"] = location_json(step.location);
  if (!step.object.empty()) object["object"] = step.object;
  if (!step.old_value.empty()) object["old"] = step.old_value;
  if (!step.new_value.empty()) object["new"] = step.new_value;
  return object;
}

Json schedule_json(const Schedule& schedule) {
  Json list = Json::array();
  for (const Turn& turn : schedule.turns) list.push_back({number(turn.thread), turn.events});
  return list;
}

Json race_json(const ExplainedRace& race) {
  Json accesses = Json::array();
  for (const RacingAccess& access : race.accesses) {
    Json object = {{"thread", number(access.thread)},
                   {"does", access.verb},
                   {"atomic", access.is_atomic},
                   {"location", location_json(access.location)},
                   {"event", access.event},
                   {"locks", access.locks}};
    if (!access.frames.empty()) object["stack"] = frames_json(access.frames);
    accesses.push_back(std::move(object));
  }
  return {{"object", race.object}, {"accesses", std::move(accesses)}};
}

Json finding_json(const SavedFinding& saved, const Explained& explained) {
  Json threads = Json::array(), trace = Json::array();
  for (const ExplainedThread& thread : explained.threads) threads.push_back(thread_json(thread));
  for (const Step& step : explained.steps) trace.push_back(step_json(step));
  Json object = {{"kind", name_of(saved.finding.kind)},
          {"location", location_json(explained.location)},
          {"message", explained.message},
          {"output", saved.finding.output},
          {"threads", std::move(threads)},
          {"replay", saved.replay_path},
          {"schedule", schedule_json(saved.finding.schedule)},
          {"trace", std::move(trace)}};
  object["switches"] = saved.finding.trace.switches;
  object["shortness"] = name_of(saved.finding.shortness);
  if (!explained.race.accesses.empty()) object["race"] = race_json(explained.race);
  return object;
}

bool is_utf8(const std::string& text) {
  try {
    Json(text).dump();
  } catch (const Json::type_error&) {
    return false;
  }
  return true;
}

std::string hexadecimal(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

Json outcome_json(const SavedFinding& saved) {
  const Finding& outcome = saved.finding;
  const Failure& failure = outcome.trace.failure;
  const bool is_clean = outcome.kind == FindingKind::Outcome;
  Json object = {{"output", outcome.output},
                 {"exit", is_clean ? Json(failure.exit_code) : Json()},
                 {"schedule", schedule_json(outcome.schedule)},
                 {"switches", outcome.trace.switches},
                 {"replay", saved.replay_path}};
  if (!is_utf8(outcome.output)) object["output_hex"] = hexadecimal(outcome.output);
  if (is_clean) return object;
  object["signal"] = failure.signal != 0 ? Json(failure.signal) : Json();
  object["finding"] = {{"kind", name_of(outcome.kind)},
                       {"message", outcome.message},
                       {"location", location_json(outcome.location)}};
  return object;
}

Json model_json(const ModelFigures& model) {
  Json object = {{"steps", model.steps},
          {"rounds", model.rounds},
          {"nodes", model.nodes},
          {"unknown", model.unknown},
          {"peeked", model.peeked},
          {"table_states", model.table_states},
          {"exchangeable", model.exchangeable},
          {"closures", model.closures},
          {"saturated", model.saturated},
          {"closed", model.is_closed},
          {"table_bytes", model.table_bytes},
          {"hash_bits", model.hash_bits},
          {"confusion_chance", model.chance_of_confusion()},
          {"search_seconds", model.search_seconds},
          {"learn_seconds", model.learn_seconds}};
  object["share_done"] = model.share_done ? Json(*model.share_done) : Json(nullptr);
  if (model.preemptions) object["preemptions"] = *model.preemptions;
  return object;
}

Json bound_json(const ReachedBound& bound) {
  bool is_number = !bound.limit.empty() && bound.limit.size() < 19 &&
                   std::all_of(bound.limit.begin(), bound.limit.end(), [](char c) { return '0' <= c && c <= '9'; });
  Json limit = is_number ? Json(std::stoull(bound.limit)) : bound.limit.empty() ? Json() : Json(bound.limit);
  return {{"name", bound.name}, {"limit", std::move(limit)}};
}

}  // namespace

std::string json_report(const Report& report, const std::vector<Explained>& explained) {
  HEDDLE_CHECK(explained.size() == report.findings.size(), "every finding must be explained");
  Json bounds = Json::array(), findings = Json::array();
  for (const ReachedBound& bound : report.bounds) bounds.push_back(bound_json(bound));
  for (std::size_t index = 0; index < explained.size(); ++index) {
    findings.push_back(finding_json(report.findings[index], explained[index]));
  }
  Json object = {{"verdict", name_of(report.verdict)},
                 {"exhaustive", report.exhaustive},
                 {"bounds", std::move(bounds)},
                 {"notes", report.notes},
                 {"findings", std::move(findings)},
                 {"executions", report.executions},
                 {"sampled", report.sampled},
                 {"verified", report.verified},
                 {"states", report.model ? report.model->states : report.executions},
                 {"seconds", report.seconds},
                 {"strategy", report.strategy},
                 {"memory_model", report.memory_model},
                 {"build_id", report.build_id}};
  if (report.lists_outcomes) {
    Json outcomes = Json::array();
    for (const SavedFinding& outcome : report.outcomes) outcomes.push_back(outcome_json(outcome));
    object["outcomes"] = std::move(outcomes);
  }
  if (report.model) object["model"] = model_json(*report.model);
  // The checked program's texts need not be valid UTF-8.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle
