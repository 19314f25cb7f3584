// SPDX-License-Identifier: Apache-2.0
#include "report/debugger_session.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "report/source_text.h"
#include "trace/event_flags.h"

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;

// A field of the record, as the runtime writes it (wire/ring.h), in hexadecimal.
template <typename Field>
void append_hex(std::string& text, Field field) {
  unsigned char bytes[sizeof field];
  std::memcpy(bytes, &field, sizeof field);
  for (unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
}

// A detailed run marks stores that carry the overwritten value; the run under the debugger is an ordinary one.
std::uint8_t ordinary_flags(const Event& event) {
  bool is_store = event.kind == EventKind::Store;
  return is_store ? static_cast<std::uint8_t>(event.flags & ~wire::kEventAux) : event.flags;
}

std::string record_hex(const Event& event) {
  std::string text;
  append_hex(text, event.object);
  append_hex(text, event.value);
  append_hex(text, static_cast<std::uint32_t>(event.point));
  append_hex(text, event.size);
  append_hex(text, number(event.thread));
  append_hex(text, event.kind);
  append_hex(text, ordinary_flags(event));
  append_hex(text, event.order);
  append_hex(text, event.failure_order);
  append_hex(text, event.rmw);
  append_hex(text, event.detail);
  return text;
}

Json steps_json(const std::vector<Step>& steps, const Trace& trace) {
  Json list = Json::array();
  for (const Step& step : steps) {
    const Event& event = trace.events[step.event];
    Json object = {{"thread", number(step.thread)}, {"text", step.text}, {"record", record_hex(event)}};
    if (step.location.known()) object["place"] = fmt::format("{}:{}", shown_path(step.location.file), step.location.line);
    constexpr int kWithAux = wire::kEventAux | wire::kEventChoice | wire::kEventPayload;
    if ((ordinary_flags(event) & kWithAux) != 0) object["aux"] = {event.first, event.second};
    list.push_back(std::move(object));
  }
  return list;
}

Json objects_json(const std::vector<Step>& steps, const Trace& trace) {
  Json objects = Json::object();
  for (const Step& step : steps) {
    if (!step.object.empty()) objects[std::to_string(trace.events[step.event].object)] = step.object;
  }
  return objects;
}

Json threads_json(const Explained& explained) {
  Json list = Json::array();
  for (const ExplainedThread& thread : explained.threads) {
    list.push_back({{"name", thread.name}, {"blamed", thread.is_to_blame}, {"blocked", thread.blocked}});
  }
  return list;
}

// Index = the number on the wire.
Json kinds_json() {
  Json list = Json::array();
#define HEDDLE_X(name, text) list.push_back({{"name", text}, {"noun", noun_of(EventKind::name)}});
  HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
  return list;
}

Json outcomes_json() {
  Json list = Json::array();
#define HEDDLE_X(name, text) list.push_back(text);
  HEDDLE_OUTCOMES(HEDDLE_X)
#undef HEDDLE_X
  return list;
}

}  // namespace

std::string debugger_session(const Finding& finding, const Explained& explained, const DebuggerPaths& paths) {
  const Trace& trace = finding.trace;
  Json session = {{"wrapper", paths.wrapper},
                  {"result", paths.result},
                  {"message", explained.message},
                  {"outcome", name_of(trace.outcome)},
                  {"signal", trace.failure.signal},
                  {"threads", threads_json(explained)},
                  {"steps", steps_json(explained.steps, trace)},
                  {"objects", objects_json(explained.steps, trace)},
                  {"kinds", kinds_json()},
                  {"outcomes", outcomes_json()}};
  return session.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace heddle
