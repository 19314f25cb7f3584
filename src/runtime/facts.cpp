// SPDX-License-Identifier: Apache-2.0
//
// Serialises the instrumented libraries' tables for the explorer (layout: wire/ring.h). They could be read from the
// files instead, but only the running program knows which libraries were loaded, where, and in which order they got
// numbers.
#include "runtime/facts.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/raw_system.h"
#include "runtime/runtime.h"
#include "wire/library_calls.h"
#include "wire/program_note.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kScratchSize = std::size_t{1} << 32;  // reserved, not used until touched
constexpr std::uint32_t kMaxModules = 256;

struct ProgramNote {
  ElfW(Nhdr) header;
  char name[wire::align_up(sizeof wire::kNoteName, 4)];
  std::uint32_t wire_version;
};
__attribute__((section(".note.heddle"), used, aligned(4))) const ProgramNote kProgramNote = {
    {sizeof wire::kNoteName, sizeof(std::uint32_t), wire::kNoteType}, "Heddle", wire::kWireVersion};

// Growing buffer in a sparse mapping. Equal pointers share one string: the pass emits each text once per translation
// unit.
class Writer {
 public:
  explicit Writer(char* base) : strings_(base), table_(reinterpret_cast<Entry*>(base + kScratchSize / 2)) {
    strings_[0] = 0;
    size_ = 1;  // offset 0 is the empty string
  }
  std::uint32_t add(const char* text) {
    if (text == nullptr || *text == 0) return 0;
    std::size_t slot = (reinterpret_cast<std::uintptr_t>(text) * 0x9e3779b97f4a7c15ull) >> (64 - kTableBits);
    while (table_[slot].text != nullptr) {
      if (table_[slot].text == text) return table_[slot].offset;
      slot = (slot + 1) & ((std::size_t{1} << kTableBits) - 1);
    }
    auto offset = static_cast<std::uint32_t>(size_);
    std::size_t length = strlen(text) + 1;
    memcpy(strings_ + size_, text, length);
    size_ += length;
    table_[slot] = {text, offset};
    return offset;
  }
  const char* data() const { return strings_; }
  std::size_t size() const { return size_; }

 private:
  static constexpr unsigned kTableBits = 22;
  struct Entry {
    const char* text;
    std::uint32_t offset;
  };
  char* strings_;
  Entry* table_;
  std::size_t size_;
};

struct ModuleList {
  wire::FactsModule modules[kMaxModules];
  std::uint32_t count;
  Writer* strings;
};

void copy_build_id(const dl_phdr_info* info) {
  wire::RingHeader& ring = *state().ring;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    auto* at = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
    auto* end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* name = at + sizeof(ElfW(Nhdr));
      const char* content = name + wire::align_up(note->n_namesz, 4);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= sizeof ring.build_id) {
        ring.build_id_size = note->n_descsz;
        memcpy(ring.build_id, content, note->n_descsz);
        return;
      }
      at = content + wire::align_up(note->n_descsz, 4);
    }
  }
}

const char* path_of(const dl_phdr_info* info, bool is_executable, char* buffer, std::size_t room) {
  if (!is_executable) return info->dlpi_name;
  const long length = raw_syscall(SYS_readlink, reinterpret_cast<long>("/proc/self/exe"), reinterpret_cast<long>(buffer),
                                  static_cast<long>(room - 1));
  buffer[length > 0 ? length : 0] = 0;
  return buffer;
}

int add_module(dl_phdr_info* info, std::size_t, void* argument) {
  auto* list = static_cast<ModuleList*>(argument);
  if (list->count == kMaxModules) return 0;
  bool is_executable = list->count == 0;
  if (is_executable) copy_build_id(info);
  wire::FactsModule& module = list->modules[list->count++];
  module.base = info->dlpi_addr;
  module.begin = ~std::uint64_t{0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    std::uint64_t begin = info->dlpi_addr + header.p_vaddr;
    if (begin < module.begin) module.begin = begin;
    if (begin + header.p_memsz > module.end) module.end = begin + header.p_memsz;
  }
  static char buffer[4096];
  module.path = list->strings->add(path_of(info, is_executable, buffer, sizeof buffer));
  return 0;
}

bool write_all(int fd, const void* data, std::size_t size) {
  auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const long written = raw_syscall(SYS_write, fd, reinterpret_cast<long>(at), static_cast<long>(size));
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

int find_library(dl_phdr_info* info, std::size_t, void*) {
  const char* slash = strrchr(info->dlpi_name, '/');
  const char* name = slash != nullptr ? slash + 1 : info->dlpi_name;
  State& s = state();
  std::uintptr_t *begin_at, *end_at;
  if (strcmp(name, "libc.so.6") == 0) {
    begin_at = &s.libc_begin, end_at = &s.libc_end;
  } else if (strncmp(name, "ld-linux", 8) == 0) {
    begin_at = &s.loader_begin, end_at = &s.loader_end;
  } else if (strncmp(name, "libstdc++.so", 12) == 0) {
    begin_at = &s.libstdcxx_begin, end_at = &s.libstdcxx_end;
  } else {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    *begin_at = info->dlpi_addr + header.p_vaddr;
    *end_at = *begin_at + header.p_memsz;
  }
  return 0;
}

}  // namespace

void locate_libc() { dl_iterate_phdr(find_library, nullptr); }

namespace {

// Both return where the table ends.
wire::FactsExternal* list_externals(wire::FactsExternal* at, Writer& strings) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.external_tables_count; ++i) {
    const ExternalTables& tables = s.external_tables[i];
    for (const HeddleExternal* p = tables.externals_begin; p < tables.externals_end; ++p) {
      const auto kind = static_cast<wire::CallClass>(p->kind);
      if (kind == wire::CallClass::Modelled || kind == wire::CallClass::Harmless) continue;  // need no words
      *at++ = {strings.add(p->name), strings.add(p->reason), point_number(p->point), p->uses, p->kind};
    }
  }
  return at;
}

wire::FactsDefinition* list_definitions(wire::FactsDefinition* at, Writer& strings) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.external_tables_count; ++i) {
    const ExternalTables& tables = s.external_tables[i];
    for (const char* const* p = tables.definitions_begin; p < tables.definitions_end; ++p) *at++ = {strings.add(*p)};
  }
  return at;
}

struct ResultUseCounts {
  std::uint32_t uses = 0, tests = 0;
};

ResultUseCounts list_result_uses(wire::FactsResultUse* uses, wire::OutcomeTest* tests) {
  State& s = state();
  ResultUseCounts counts;
  for (std::uint32_t i = 0; i < s.result_uses_count; ++i) {
    for (const HeddleResultUse* p = s.result_uses[i].begin; p < s.result_uses[i].end; ++p) {
      uses[counts.uses++] = {point_number(p->point), static_cast<std::uint32_t>(p->kind), counts.tests, p->test_count};
      for (std::uint32_t test = 0; test < p->test_count; ++test) tests[counts.tests++] = p->tests[test];
    }
  }
  return counts;
}

}  // namespace

bool publish_facts() {
  State& s = state();
  auto* scratch = static_cast<char*>(
      mmap(nullptr, kScratchSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (scratch == MAP_FAILED) return false;
  Writer strings(scratch);
  static ModuleList list;
  list.strings = &strings;
  list.count = 0;
  dl_iterate_phdr(add_module, &list);

  // The tables lie between the strings and their index in the same mapping.
  char* tables = scratch + kScratchSize / 4;
  auto* points = reinterpret_cast<wire::FactsPoint*>(tables);
  std::size_t point_count = 0;
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    for (const HeddlePoint* p = s.modules[i].points_begin; p < s.modules[i].points_end; ++p) {
      points[point_count++] = {strings.add(p->file),
                               strings.add(p->function),
                               strings.add(p->variable),
                               p->line,
                               p->column,
                               p->kind,
                               p->flags};
    }
  }
  auto* sites = reinterpret_cast<wire::FactsSite*>(points + point_count);
  std::size_t site_count = 0;
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    for (const HeddleStackSite* p = s.modules[i].sites_begin; p < s.modules[i].sites_end; ++p) {
      sites[site_count++] = {strings.add(p->file), strings.add(p->function), strings.add(p->variable), p->line};
    }
  }

  auto* externals = reinterpret_cast<wire::FactsExternal*>(sites + site_count);
  auto* definitions = reinterpret_cast<wire::FactsDefinition*>(list_externals(externals, strings));
  auto external_count = static_cast<std::size_t>(reinterpret_cast<wire::FactsExternal*>(definitions) - externals);
  auto definition_count = static_cast<std::size_t>(list_definitions(definitions, strings) - definitions);

  auto* uses = reinterpret_cast<wire::FactsResultUse*>(definitions + definition_count);
  auto* tests = reinterpret_cast<wire::OutcomeTest*>(tables + kScratchSize / 8);
  ResultUseCounts counts = list_result_uses(uses, tests);

  wire::FactsHeader header = {};
  header.version = wire::kWireVersion;
  header.module_count = list.count;
  header.point_count = static_cast<std::uint32_t>(point_count);
  header.site_count = static_cast<std::uint32_t>(site_count);
  header.modules_offset = sizeof header;
  header.points_offset = header.modules_offset + list.count * sizeof(wire::FactsModule);
  header.sites_offset = header.points_offset + point_count * sizeof(wire::FactsPoint);
  header.external_count = static_cast<std::uint32_t>(external_count);
  header.definition_count = static_cast<std::uint32_t>(definition_count);
  header.externals_offset = header.sites_offset + site_count * sizeof(wire::FactsSite);
  header.definitions_offset = header.externals_offset + external_count * sizeof(wire::FactsExternal);
  header.result_use_count = counts.uses;
  header.test_count = counts.tests;
  header.result_uses_offset = header.definitions_offset + definition_count * sizeof(wire::FactsDefinition);
  header.tests_offset = header.result_uses_offset + counts.uses * sizeof(wire::FactsResultUse);
  header.strings_offset = header.tests_offset + counts.tests * sizeof(wire::OutcomeTest);
  header.total_size = header.strings_offset + strings.size();
  bool written = raw_syscall(SYS_ftruncate, s.facts_fd, 0) == 0 && raw_syscall(SYS_lseek, s.facts_fd, 0, SEEK_SET) == 0 &&
                 write_all(s.facts_fd, &header, sizeof header) &&
                 write_all(s.facts_fd, list.modules, list.count * sizeof(wire::FactsModule)) &&
                 write_all(s.facts_fd, points, point_count * sizeof(wire::FactsPoint)) &&
                 write_all(s.facts_fd, sites, site_count * sizeof(wire::FactsSite)) &&
                 write_all(s.facts_fd, externals, external_count * sizeof(wire::FactsExternal)) &&
                 write_all(s.facts_fd, definitions, definition_count * sizeof(wire::FactsDefinition)) &&
                 write_all(s.facts_fd, uses, counts.uses * sizeof(wire::FactsResultUse)) &&
                 write_all(s.facts_fd, tests, counts.tests * sizeof(wire::OutcomeTest)) &&
                 write_all(s.facts_fd, strings.data(), strings.size());
  munmap(scratch, kScratchSize);
  return written;
}

std::uint32_t point_number_slow(const HeddlePoint* point) {
  State& s = state();
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    const Module& module = s.modules[i];
    if (point >= module.points_begin && point < module.points_end) {
      return module.first_point + static_cast<std::uint32_t>(point - module.points_begin);
    }
  }
  return wire::kNoPoint;
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" void __heddle_register_module(const HeddlePoint* points_begin, const HeddlePoint* points_end,
                                         HeddleStackSite* sites_begin, HeddleStackSite* sites_end) {
  controlled();  // State must be there
  State& s = state();
  for (std::uint32_t i = 0; i < s.module_count; ++i) {
    if (s.modules[i].points_begin == points_begin && s.modules[i].sites_begin == sites_begin) return;
  }
  constexpr std::uint32_t kRoom = sizeof s.modules / sizeof s.modules[0];
  if (s.module_count == kRoom) return;
  s.modules[s.module_count++] = {points_begin, points_end, sites_begin, sites_end, s.point_count, s.site_count};
  s.point_count += static_cast<std::uint32_t>(points_end - points_begin);
  s.site_count += static_cast<std::uint32_t>(sites_end - sites_begin);
}

extern "C" void __heddle_register_externals(const HeddleExternal* externals_begin, const HeddleExternal* externals_end,
                                            const char* const* definitions_begin,
                                            const char* const* definitions_end) {
  controlled();
  State& s = state();
  for (std::uint32_t i = 0; i < s.external_tables_count; ++i) {
    const ExternalTables& known = s.external_tables[i];
    if (known.externals_begin == externals_begin && known.definitions_begin == definitions_begin) return;
  }
  constexpr std::uint32_t kRoom = sizeof s.external_tables / sizeof s.external_tables[0];
  if (s.external_tables_count == kRoom) return;
  s.external_tables[s.external_tables_count++] = {externals_begin, externals_end, definitions_begin, definitions_end};
  for (const HeddleExternal* p = externals_begin; p < externals_end; ++p) {
    s.locks_streams |= strcmp(p->name, "flockfile") == 0 || strcmp(p->name, "ftrylockfile") == 0;
    s.names_threads |= strcmp(p->name, "pthread_setname_np") == 0 || strcmp(p->name, "prctl") == 0;
    s.places_threads |= strstr(p->name, "setaffinity") != nullptr || strstr(p->name, "setsched") != nullptr;
    s.watches_floats |= strncmp(p->name, "fe", 2) == 0;
  }
}

extern "C" void __heddle_register_result_uses(const HeddleResultUse* begin, const HeddleResultUse* end) {
  controlled();
  State& s = state();
  for (std::uint32_t i = 0; i < s.result_uses_count; ++i) {
    if (s.result_uses[i].begin == begin) return;
  }
  constexpr std::uint32_t kRoom = sizeof s.result_uses / sizeof s.result_uses[0];
  if (s.result_uses_count == kRoom) return;
  bool is_sorted = true;
  for (const HeddleResultUse* p = begin; p + 1 < end; ++p) is_sorted = is_sorted && p->point < p[1].point;
  s.result_uses[s.result_uses_count++] = {begin, end, is_sorted};
}

extern "C" void __heddle_register_address_numbers() {
  controlled();
  state().counts_with_addresses = true;
}

extern "C" void __heddle_register_assigned_streams() {
  controlled();
  state().assigns_streams = true;
}

extern "C" void __heddle_register_assigned_zone() {
  controlled();
  state().assigns_zone = true;
}

extern "C" void __heddle_register_unhashable() {
  controlled();
  state().is_unhashable = true;
}
