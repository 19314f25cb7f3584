// SPDX-License-Identifier: Apache-2.0
#include "bench/model_reference.h"

#include <charconv>
#include <map>

namespace heddle::bench {
namespace {

constexpr std::size_t kFields = 8;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <typename Number>
bool read(const std::string& text, Number& number) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc() && end == text.data() + text.size();
}

bool read_instance(const std::vector<std::string>& fields, Instance& instance) {
  if (fields.size() != kFields) return false;
  instance.program = fields[0];
  if (fields[1] != "-") instance.defines = split(fields[1], ' ');
  instance.verdict = fields[2];
  const bool has_verdict = instance.verdict == "clean" || instance.verdict == "finding";
  if (fields[3] != "-") {
    PrototypeFigures& figures = instance.prototype.emplace();
    if (!read(fields[3], figures.executions) || !read(fields[4], figures.states)) return false;
  }
  if (fields[5] != "-") {
    PeerFigures& figures = instance.peer.emplace();
    figures.tool = fields[5];
    if (!read(fields[6], figures.executions) || !read(fields[7], figures.cpu_seconds)) return false;
  }
  return has_verdict;
}

}  // namespace

std::string Instance::sweep() const {
  std::string text = program;
  for (const std::string& define : defines) {
    if (define.find('=') == std::string::npos) text += " " + define;
  }
  return text;
}

std::string Instance::name() const {
  std::string inside;
  for (const std::string& define : defines) {
    const std::size_t equals = define.find('=');
    const bool is_number = equals != std::string::npos;
    inside += (inside.empty() ? "" : is_number ? "," : ", ") + (is_number ? define.substr(equals + 1) : define);
  }
  return inside.empty() ? program : program + "(" + inside + ")";
}

Result<std::vector<Instance>> parse_reference(std::string_view text) {
  std::vector<Instance> instances;
  std::map<std::string, int> seen;
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    Instance instance;
    if (!read_instance(split(line, ','), instance)) {
      return Error{ErrorCode::Internal, "model_reference.csv:" + std::to_string(number) + ": not understood: " + line};
    }
    instance.is_small = ++seen[instance.sweep()] <= 2;
    instances.push_back(std::move(instance));
  }
  return instances;
}

}  // namespace heddle::bench
