// SPDX-License-Identifier: Apache-2.0
#include "report/replay/replay_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

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
          {"build", build_json(file.build)},
          {"binary", file.binary},
          {"build_id", file.build_id},
          {"arguments", file.arguments},
          {"environment", file.environment},
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
  file.build = build_from(json.at("build"));
  json.at("binary").get_to(file.binary);
  json.at("build_id").get_to(file.build_id);
  json.at("arguments").get_to(file.arguments);
  json.at("environment").get_to(file.environment);
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

// JSON cannot hold bytes that are no UTF-8 (a strange environment variable). They are replaced, and the checksum is
// over what the file really says.
std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string checksum_of(const Json& content) { return content_hash(dumped(content, -1)); }

Error bad_file(const std::string& name, const std::string& why) {
  return Error{ErrorCode::Usage, fmt::format("{}: {}", name, why)};
}

}  // namespace

std::string content_hash(const std::string& content) {
  XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string to_text(const ReplayFile& file) {
  Json content = Json::parse(dumped(content_json(file), -1));
  Json whole = {{"format", kFormatName},
                {"format_version", kReplayFormat},
                {"checksum", checksum_of(content)},
                {"content", std::move(content)}};
  return dumped(whole, 1) + "\n";
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
    return from_content(whole["content"]);
  } catch (const std::exception& defect) {
    return bad_file(name, fmt::format("the replay file lacks something: {}", defect.what()));
  }
}

}  // namespace heddle
