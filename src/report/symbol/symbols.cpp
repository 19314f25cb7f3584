// SPDX-License-Identifier: Apache-2.0
#include "report/symbol/symbols.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/symbol/pipe_through.h"

namespace heddle {

namespace {

// Only the executable part of a module is known, so data belongs to the module with the nearest base below it; the
// size of the symbol found decides whether that was right.
const ModuleFacts* module_below(const ProgramFacts& facts, std::uint64_t address) {
  const ModuleFacts* best = nullptr;
  for (const ModuleFacts& module : facts.modules) {
    bool below = module.base <= address;
    if (below && (best == nullptr || module.base > best->base)) best = &module;
  }
  return best;
}

std::vector<SymbolRequest> requests_for(const ProgramFacts& facts, const SymbolQueries& queries) {
  std::vector<SymbolRequest> requests;
  for (std::uint64_t address : queries.code) {
    const ModuleFacts* module = facts.module_of(address);
    if (module != nullptr) requests.push_back({address, false, module->base, module->path});
  }
  for (std::uint64_t address : queries.data) {
    const ModuleFacts* module = module_below(facts, address);
    if (module != nullptr) requests.push_back({address, true, module->base, module->path});
  }
  return requests;
}

std::uint64_t number_from(const nlohmann::json& text) {
  if (!text.is_string()) return 0;
  return std::strtoull(text.get<std::string>().c_str(), nullptr, 0);
}

void add_code(SymbolTable& table, const SymbolRequest& request, const nlohmann::json& answer) {
  std::vector<Frame>& frames = table.code[request.address];
  for (const nlohmann::json& symbol : answer.value("Symbol", nlohmann::json::array())) {
    Frame frame;
    frame.address = request.address;
    frame.module = request.module;
    frame.location.function = symbol.value("FunctionName", "");
    frame.location.file = symbol.value("FileName", "");
    frame.location.line = symbol.value("Line", 0u);
    frame.location.column = symbol.value("Column", 0u);
    if (!frame.location.function.empty() || frame.location.known()) frames.push_back(std::move(frame));
  }
}

void add_data(SymbolTable& table, const SymbolRequest& request, const nlohmann::json& answer) {
  if (!answer.contains("Data")) return;
  const nlohmann::json& data = answer["Data"];
  std::uint64_t start = number_from(data.value("Start", nlohmann::json()));
  std::uint64_t size = number_from(data.value("Size", nlohmann::json()));
  std::uint64_t offset = request.address - request.base;
  std::string name = data.value("Name", "");
  if (name.empty() || offset < start || offset >= start + size) return;
  table.data[request.address] = {name, offset - start};
}

}  // namespace

std::string request_line(const SymbolRequest& request) {
  return fmt::format("{} \"{}\" {:#x}\n", request.is_data ? "DATA" : "CODE", request.module,
                     request.address - request.base);
}

void add_answer(SymbolTable& table, const SymbolRequest& request, const std::string& line) {
  nlohmann::json answer = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!answer.is_object() || answer.contains("Error")) return;
  if (request.is_data) {
    add_data(table, request, answer);
  } else {
    add_code(table, request, answer);
  }
}

SymbolTable symbolise(const ProgramFacts& facts, const SymbolQueries& queries, const std::string& program) {
  SymbolTable table;
  std::vector<SymbolRequest> requests = requests_for(facts, queries);
  if (requests.empty()) return table;
  std::string input;
  for (const SymbolRequest& request : requests) input += request_line(request);
  Result<std::string> output = pipe_through({program, "--output-style=JSON", "--inlining=true", "--demangle"}, input);
  if (!output) {
    table.note = "call stacks show plain addresses: " + output.error().message;
    return table;
  }
  std::istringstream lines(*output);
  std::string line;
  for (const SymbolRequest& request : requests) {
    if (!std::getline(lines, line)) break;
    add_answer(table, request, line);
  }
  return table;
}

}  // namespace heddle
