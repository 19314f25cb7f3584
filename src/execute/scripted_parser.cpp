// SPDX-License-Identifier: Apache-2.0
//
// The text notation of ScriptedProgram.
#include <sstream>

#include "execute/scripted_program.h"

namespace heddle {
namespace {

const std::map<std::string, ScriptedVerb, std::less<>>& verbs() {
  static const std::map<std::string, ScriptedVerb, std::less<>> table = {
      {"write", ScriptedVerb::Write},   {"read", ScriptedVerb::Read},
      {"add", ScriptedVerb::Add},       {"lock", ScriptedVerb::Lock},
      {"unlock", ScriptedVerb::Unlock}, {"wait", ScriptedVerb::Wait},
      {"signal", ScriptedVerb::Signal}, {"broadcast", ScriptedVerb::Broadcast},
      {"choose", ScriptedVerb::Choose}, {"yield", ScriptedVerb::Yield},
      {"assert", ScriptedVerb::Assert}, {"assume", ScriptedVerb::Assume},
      {"crash", ScriptedVerb::Crash},   {"exit", ScriptedVerb::Exit},
      {"share", ScriptedVerb::Share},   {"unsupported", ScriptedVerb::Unsupported},
      {"hang", ScriptedVerb::Hang},     {"until", ScriptedVerb::Until},
  };
  return table;
}

bool takes_only_number(ScriptedVerb verb) {
  return verb == ScriptedVerb::Choose || verb == ScriptedVerb::Exit || verb == ScriptedVerb::Share;
}

ScriptedOperation parse_operation(const std::string& text) {
  std::istringstream words(text);
  std::string verb;
  words >> verb;
  const auto found = verbs().find(verb);
  HEDDLE_CHECK(found != verbs().end(), ("unknown operation in script: " + text).c_str());
  ScriptedOperation operation;
  operation.verb = found->second;
  if (takes_only_number(operation.verb)) {
    words >> operation.number;
  } else if (operation.verb == ScriptedVerb::Wait) {
    words >> operation.object >> operation.mutex;
  } else {
    words >> operation.object >> operation.number;
  }
  return operation;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

ScriptedProgram ScriptedProgram::parse(std::string_view text) {
  ScriptedProgram program;
  program.threads.emplace_back();
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    if (line.empty()) continue;
    const std::size_t colon = line.find(':');
    HEDDLE_CHECK(colon != std::string::npos, ("a line of a script needs a thread: " + line).c_str());
    const std::string name = line.substr(0, colon);
    if (name != "main") program.threads.emplace_back();
    std::vector<ScriptedOperation>& thread = name == "main" ? program.threads.front() : program.threads.back();
    std::istringstream operations(line.substr(colon + 1));
    for (std::string operation; std::getline(operations, operation, ';');) {
      if (trimmed(operation).empty()) continue;
      thread.push_back(parse_operation(operation));
      thread.back().point = ProgramPoint(static_cast<std::uint32_t>(program.facts.points.size()));
      const auto number = static_cast<std::uint32_t>(program.facts.points.size() + 1);
      program.facts.points.push_back({{"script", number, 1, name}, thread.back().object, false, {}});
    }
  }
  program.facts.build_id = "5c4197";
  return program;
}

}  // namespace heddle
