// SPDX-License-Identifier: Apache-2.0
#include "execute/program_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "execute/file_descriptor.h"
#include "execute/hexadecimal.h"
#include "wire/program_note.h"

namespace heddle {
namespace {

constexpr std::size_t kMostNotes = std::size_t{1} << 20;  // bytes; real programs have some hundred

std::size_t padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

// Whether all of it is there.
bool read_at(int file, std::uint64_t offset, void* to, std::size_t size) {
  return ::pread(file, to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

void take_note(ProgramFile& program, std::uint32_t type, std::string_view name, std::string_view content) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(content.data());
  if (type == NT_GNU_BUILD_ID && name == "GNU") program.build_id = hexadecimal(bytes, content.size());
  if (type != wire::kNoteType || name != wire::kNoteName || content.size() != sizeof(std::uint32_t)) return;
  std::uint32_t version = 0;
  std::memcpy(&version, content.data(), sizeof version);
  program.wire_version = version;
}

void take_notes(ProgramFile& program, std::string_view notes) {
  Elf64_Nhdr header;
  while (notes.size() >= sizeof header) {
    std::memcpy(&header, notes.data(), sizeof header);
    notes.remove_prefix(sizeof header);
    const std::size_t name = padded(header.n_namesz), content = padded(header.n_descsz);
    if (name > notes.size() || content > notes.size() - name || header.n_namesz == 0) return;
    take_note(program, header.n_type, notes.substr(0, header.n_namesz - 1), notes.substr(name, header.n_descsz));
    notes.remove_prefix(name + content);
  }
}

}  // namespace

Result<ProgramFile> read_program_file(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return Error{ErrorCode::Usage, "cannot read " + path + ": " + std::strerror(errno)};
  ProgramFile program;
  Elf64_Ehdr header;
  if (!read_at(file.number(), 0, &header, sizeof header)) return program;
  const bool is_ours = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
                       header.e_machine == EM_X86_64 && header.e_phentsize == sizeof(Elf64_Phdr);
  if (!is_ours) return program;
  for (unsigned index = 0; index < header.e_phnum; ++index) {
    Elf64_Phdr part;
    if (!read_at(file.number(), header.e_phoff + index * sizeof part, &part, sizeof part)) return program;
    if (part.p_type != PT_NOTE || part.p_filesz > kMostNotes) continue;
    std::string notes(part.p_filesz, '\0');
    if (read_at(file.number(), part.p_offset, notes.data(), notes.size())) take_notes(program, notes);
  }
  return program;
}

}  // namespace heddle
