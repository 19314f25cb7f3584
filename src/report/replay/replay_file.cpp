// SPDX-License-Identifier: Apache-2.0
#include "report/replay/replay_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "trace/finding.h"

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kFormatName[] = "heddle-replay";

Json build_json(const BuildRecord& build) {
  Json sources = Json::array();
  for (const SourceRecord& source : build.sources) sources.push_back({{"path", source.path}, {"hash", source.hash}});
  return {{"arguments", build.arguments},
          {"directory", build.directory},
          {"output", build.output},
          {"compiler", build.compiler},
          {"sources", std::move(sources)}};
}

BuildRecord build_from(const Json& json) {
  BuildRecord build;
  json.at("arguments").get_to(build.arguments);
  json.at("directory").get_to(build.directory);
  json.at("output").get_to(build.output);
  json.at("compiler").get_to(build.compiler);
  for (const Json& source : json.at("sources")) build.sources.push_back({source.at("path"), source.at("hash")});
  return build;
}

Json environment_json(const std::vector<RecordedVariable>& environment) {
  Json variables = Json::array();
  for (const RecordedVariable& variable : environment) {
    if (variable.value) variables.push_back({{"name", variable.name}, {"value", *variable.value}});
    else variables.push_back({{"name", variable.name}, {"withheld", variable.size}});
  }
  return variables;
}

std::vector<RecordedVariable> environment_from(const Json& json) {
  std::vector<RecordedVariable> environment;
  for (const Json& each : json) {
    RecordedVariable& variable = environment.emplace_back();
    each.at("name").get_to(variable.name);
    if (each.contains("value")) variable.value = each.at("value").get<std::string>();
    variable.size = variable.value ? variable.value->size() : each.at("withheld").get<std::size_t>();
  }
  return environment;
}

Json location_json(const SourceLocation& location) {
  return {
      {"file", location.file}, {"line", location.line}, {"column", location.column}, {"function", location.function}};
}

SourceLocation location_from(const Json& json) {
  SourceLocation location;
  json.at("file").get_to(location.file);
  json.at("line").get_to(location.line);
  json.at("column").get_to(location.column);
  json.at("function").get_to(location.function);
  return location;
}

Json freedoms_json(const Freedoms& freedoms) {
  Json json;
#define HEDDLE_X(name) json[#name] = freedoms.name;
  HEDDLE_FREEDOMS(HEDDLE_X)
#undef HEDDLE_X
  return json;
}

Freedoms freedoms_from(const Json& json) {
  Freedoms freedoms;
#define HEDDLE_X(name) json.at(#name).get_to(freedoms.name);
  HEDDLE_FREEDOMS(HEDDLE_X)
#undef HEDDLE_X
  return freedoms;
}

Json content_json(const ReplayFile& file) {
  return {{"heddle_version", file.heddle_version},
          {"wire_version", file.wire_version},
          {"project", file.project},
          {"build", build_json(file.build)},
          {"binary", file.binary},
          {"build_id", file.build_id},
          {"arguments", file.arguments},
          {"environment", environment_json(file.environment)},
          {"directory", file.directory},
          {"max_events", file.max_events},
          {"freedoms", freedoms_json(file.freedoms)},
          {"expected_exit", file.expected_exit},
          {"memory_model", file.memory_model},
          {"visibility_version", file.visibility_version},
          {"visible_sites", file.visible_sites},
          {"contested_sizes", file.contested_sizes},
          {"identities", file.identities},
          {"schedule", file.schedule},
          {"kind", file.kind},
          {"key", file.key},
          {"message", file.message},
          {"location", location_json(file.location)},
          {"outcome", file.outcome},
          {"trace_hash", fmt::format("{:016x}", file.trace_hash)},
          {"addresses_fixed", file.addresses_fixed},
          {"report", file.report},
          {"full_report", file.full_report}};
}

ReplayFile from_content(const Json& json) {
  ReplayFile file;
  json.at("heddle_version").get_to(file.heddle_version);
  json.at("wire_version").get_to(file.wire_version);
  json.at("project").get_to(file.project);
  file.build = build_from(json.at("build"));
  json.at("binary").get_to(file.binary);
  json.at("build_id").get_to(file.build_id);
  json.at("arguments").get_to(file.arguments);
  file.environment = environment_from(json.at("environment"));
  json.at("directory").get_to(file.directory);
  json.at("max_events").get_to(file.max_events);
  file.freedoms = freedoms_from(json.at("freedoms"));
  json.at("expected_exit").get_to(file.expected_exit);
  json.at("memory_model").get_to(file.memory_model);
  json.at("visibility_version").get_to(file.visibility_version);
  json.at("visible_sites").get_to(file.visible_sites);
  json.at("contested_sizes").get_to(file.contested_sizes);
  json.at("identities").get_to(file.identities);
  json.at("schedule").get_to(file.schedule);
  json.at("kind").get_to(file.kind);
  json.at("key").get_to(file.key);
  json.at("message").get_to(file.message);
  file.location = location_from(json.at("location"));
  json.at("outcome").get_to(file.outcome);
  file.trace_hash = std::stoull(json.at("trace_hash").get<std::string>(), nullptr, 16);
  json.at("addresses_fixed").get_to(file.addresses_fixed);
  json.at("report").get_to(file.report);
  json.at("full_report").get_to(file.full_report);
  return file;
}

// JSON cannot hold bytes that are no UTF-8 (names of folders, arguments): such a text is written in hexadecimal.
constexpr char kBytes[] = "bytes";

bool is_utf8(const std::string& text) {
  try {  // the library says it this way only
    (void)Json(text).dump();
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

void encode_texts(Json& json) {
  for (Json& each : json) {
    if (each.is_structured()) encode_texts(each);
    if (!each.is_string() || is_utf8(each.get_ref<const std::string&>())) continue;
    std::string digits;
    for (const char byte : each.get_ref<const std::string&>()) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    each = {{kBytes, digits}};
  }
}

void decode_texts(Json& json) {
  for (Json& each : json) {
    const bool is_encoded = each.is_object() && each.size() == 1 && each.contains(kBytes);
    if (!is_encoded) {
      if (each.is_structured()) decode_texts(each);
      continue;
    }
    const std::string digits = each.at(kBytes).get<std::string>();
    std::string text;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2) text += static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16));
    each = text;
  }
}

std::string checksum_of(const Json& content) { return content_hash(content.dump()); }

Error bad_file(const std::string& name, const std::string& why) {
  return Error{ErrorCode::Usage, fmt::format("{}: {}", name, why)};
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

bool any_has_nul(const std::vector<std::string>& texts) { return std::any_of(texts.begin(), texts.end(), has_nul); }

bool is_bad(const RecordedVariable& variable) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // Linux takes no more than 128 kB
  const bool is_name = !variable.name.empty() && variable.name.find('=') == std::string::npos && !has_nul(variable.name);
  return !is_name || variable.size > kMost || (variable.value && has_nul(*variable.value));
}

bool is_kind(const std::string& name) {
#define HEDDLE_X(kind, text) \
  if (name == text) return true;
  HEDDLE_FINDING_KINDS(HEDDLE_X)
#undef HEDDLE_X
  return false;
}

// What no Heddle writes, and nothing behind this expects. "" if all is well.
std::string first_defect(const ReplayFile& file) {
  constexpr std::uint64_t kMostEvents = 1'000'000;  // as --max-events
  if (file.binary.empty() || has_nul(file.binary)) return "the replay file names no program";
  if (file.directory.empty() || has_nul(file.directory)) return "the replay file names no working folder";
  if (any_has_nul(file.arguments) || any_has_nul(file.build.arguments)) return "an argument has a NUL in it";
  if (std::any_of(file.environment.begin(), file.environment.end(), is_bad)) return "a variable of the environment cannot be one";
  if (file.max_events == 0 || file.max_events > kMostEvents) return fmt::format("max_events cannot be {}", file.max_events);
  if (file.expected_exit < 0 || file.expected_exit > 255) return fmt::format("expected_exit cannot be {}", file.expected_exit);
  if (file.contested_sizes.size() > kMostContestedSizes) return "too many sizes of blocks";
  if (!is_kind(file.kind)) return fmt::format("there are no findings of the kind `{}`", file.kind);
  const Result<Schedule> schedule = parse_schedule(file.schedule);
  return schedule ? "" : schedule.error().message;
}

}  // namespace

std::string content_hash(const std::string& content) {
  XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string to_text(const ReplayFile& file) {
  Json content = content_json(file);
  encode_texts(content);
  Json whole = {{"format", kFormatName},
                {"format_version", kReplayFormat},
                {"checksum", checksum_of(content)},
                {"content", std::move(content)}};
  return whole.dump(1) + "\n";
}

Result<ReplayFile> parse_replay_file(const std::string& text, const std::string& name) {
  Json whole = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (whole.is_discarded()) {
    bool began_well = text.find(kFormatName) != std::string::npos;
    return bad_file(name, began_well ? "the replay file is truncated or damaged" : "not a replay file of Heddle");
  }
  if (!whole.is_object() || whole.value("format", Json()) != kFormatName) {
    return bad_file(name, "not a replay file of Heddle");
  }
  Json version = whole.value("format_version", Json());
  if (version != kReplayFormat) {
    return bad_file(
        name, fmt::format("replay format version {}, this Heddle reads version {}", version.dump(), kReplayFormat));
  }
  if (!whole.contains("content") || whole.value("checksum", Json()) != checksum_of(whole["content"])) {
    return bad_file(name, "the checksum does not fit: the replay file was edited or damaged");
  }
  try {  // the library reports a missing field this way only
    decode_texts(whole["content"]);
    ReplayFile file = from_content(whole["content"]);
    if (const std::string defect = first_defect(file); !defect.empty()) return bad_file(name, defect);
    return file;
  } catch (const std::exception& defect) {
    return bad_file(name, fmt::format("the replay file lacks something: {}", defect.what()));
  }
}

}  // namespace heddle
