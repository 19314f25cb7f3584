// SPDX-License-Identifier: Apache-2.0
#include "execute/facts_reader.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "wire/abi.h"
#include "wire/library_calls.h"
#include "wire/ring.h"

namespace heddle {
namespace {

class Tables {
 public:
  explicit Tables(std::span<const std::byte> bytes) : bytes_(bytes) {}

  // False unless `count` records fit behind `offset`.
  template <typename Record>
  bool fits(std::uint64_t offset, std::uint64_t count) const {
    return offset <= bytes_.size() && count <= (bytes_.size() - offset) / sizeof(Record);
  }

  template <typename Record>
  Record record(std::uint64_t offset, std::uint64_t index) const {
    Record record;
    std::memcpy(&record, bytes_.data() + offset + index * sizeof(Record), sizeof(Record));
    return record;
  }

  // Offsets outside give "", a string without its NUL ends with the data.
  std::string text(std::uint64_t strings_offset, std::uint32_t offset) const {
    if (strings_offset > bytes_.size() || offset >= bytes_.size() - strings_offset) return {};
    const char* begin = reinterpret_cast<const char*>(bytes_.data() + strings_offset + offset);
    return {begin, ::strnlen(begin, bytes_.size() - strings_offset - offset)};
  }

 private:
  std::span<const std::byte> bytes_;
};

ControlOver control_of(std::uint32_t kind) {
  switch (static_cast<wire::CallClass>(kind)) {
    case wire::CallClass::Fixed:
      return ControlOver::FixedAnswer;
    case wire::CallClass::Unseen:
      return ControlOver::Unseen;
    case wire::CallClass::Modelled:
    case wire::CallClass::Harmless:
    case wire::CallClass::Refused:
    case wire::CallClass::Unknown:
      break;
  }
  return ControlOver::Unknown;
}

// What one translation unit misses, another one may define; and several may use the same function.
void read_externals(const Tables& tables, const wire::FactsHeader& header, ProgramFacts& facts) {
  std::unordered_set<std::string> defined;
  for (std::uint32_t index = 0; index < header.definition_count; ++index) {
    const auto definition = tables.record<wire::FactsDefinition>(header.definitions_offset, index);
    defined.insert(tables.text(header.strings_offset, definition.name));
  }
  std::unordered_map<std::string, std::size_t> known;
  for (std::uint32_t index = 0; index < header.external_count; ++index) {
    const auto external = tables.record<wire::FactsExternal>(header.externals_offset, index);
    std::string name = tables.text(header.strings_offset, external.name);
    if (defined.contains(name)) continue;
    auto [place, is_new] = known.try_emplace(name, facts.externals.size());
    if (is_new) {
      facts.externals.push_back({std::move(name), control_of(external.kind),
                                 tables.text(header.strings_offset, external.reason),
                                 facts.at(ProgramPoint(external.point)).location, external.uses});
    } else {
      facts.externals[place->second].uses += external.uses;
    }
  }
}

bool reads_result_uses(const Tables& tables, const wire::FactsHeader& header, ProgramFacts& facts) {
  for (std::uint32_t index = 0; index < header.result_use_count; ++index) {
    const auto record = tables.record<wire::FactsResultUse>(header.result_uses_offset, index);
    const std::uint64_t end = std::uint64_t{record.first_test} + record.test_count;
    const bool makes_sense = record.point < facts.points.size() && end <= header.test_count &&
                             record.test_count <= wire::kMostOutcomeTests &&
                             record.kind <= static_cast<std::uint32_t>(ResultUseKind::Success);
    if (!makes_sense) return false;
    ResultUse& use = facts.points[record.point].result_use;
    use.kind = static_cast<ResultUseKind>(record.kind);
    for (std::uint64_t test = record.first_test; test < end; ++test) {
      use.tests.push_back(tables.record<wire::OutcomeTest>(header.tests_offset, test));
    }
  }
  return true;
}

Error damaged(const char* what) {
  return {ErrorCode::Unsupported, std::string("the program's description of itself is damaged: ") + what};
}

}  // namespace

Result<ProgramFacts> read_facts(std::span<const std::byte> bytes) {
  const Tables tables(bytes);
  if (!tables.fits<wire::FactsHeader>(0, 1)) return damaged("it is too short");
  const auto header = tables.record<wire::FactsHeader>(0, 0);
  if (header.version != wire::kWireVersion) {
    return Error{ErrorCode::Usage, "the program was built for another version of Heddle (" +
                                       std::to_string(header.version) + ", this is " +
                                       std::to_string(wire::kWireVersion) + "): build it again"};
  }
  if (!tables.fits<wire::FactsModule>(header.modules_offset, header.module_count)) return damaged("module table");
  if (!tables.fits<wire::FactsPoint>(header.points_offset, header.point_count)) return damaged("point table");
  if (!tables.fits<wire::FactsSite>(header.sites_offset, header.site_count)) return damaged("stack-site table");
  if (!tables.fits<wire::FactsExternal>(header.externals_offset, header.external_count) ||
      !tables.fits<wire::FactsDefinition>(header.definitions_offset, header.definition_count)) {
    return damaged("tables of functions");
  }

  if (!tables.fits<wire::FactsResultUse>(header.result_uses_offset, header.result_use_count) ||
      !tables.fits<wire::OutcomeTest>(header.tests_offset, header.test_count)) {
    return damaged("tables of results");
  }

  auto text = [&](std::uint32_t offset) { return tables.text(header.strings_offset, offset); };
  ProgramFacts facts;
  facts.modules.reserve(header.module_count);
  for (std::uint32_t index = 0; index < header.module_count; ++index) {
    const auto module = tables.record<wire::FactsModule>(header.modules_offset, index);
    facts.modules.push_back({text(module.path), module.base, module.begin, module.end});
  }
  facts.points.reserve(header.point_count);
  for (std::uint32_t index = 0; index < header.point_count; ++index) {
    const auto point = tables.record<wire::FactsPoint>(header.points_offset, index);
    facts.points.push_back({{text(point.file), point.line, point.column, text(point.function)}, text(point.variable),
                            (point.flags & wire::kPointNamesObject) != 0, {}});
  }
  facts.stack_sites.reserve(header.site_count);
  for (std::uint32_t index = 0; index < header.site_count; ++index) {
    const auto site = tables.record<wire::FactsSite>(header.sites_offset, index);
    facts.stack_sites.push_back({{text(site.file), site.line, 0, text(site.function)}, text(site.variable)});
  }
  read_externals(tables, header, facts);
  if (!reads_result_uses(tables, header, facts)) return damaged("table of results");
  return facts;
}

Result<ProgramFacts> read_facts(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    return Error{ErrorCode::System, std::string("cannot read the program's facts: ") + std::strerror(errno)};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return damaged("it is empty");
  void* bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (bytes == MAP_FAILED) {
    return Error{ErrorCode::System, std::string("cannot map the program's facts: ") + std::strerror(errno)};
  }
  Result<ProgramFacts> facts = read_facts(std::span(static_cast<const std::byte*>(bytes), size));
  ::munmap(bytes, size);
  return facts;
}

}  // namespace heddle
