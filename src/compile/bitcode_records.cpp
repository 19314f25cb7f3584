// SPDX-License-Identifier: Apache-2.0
#include "compile/bitcode_records.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace heddle {
namespace {

constexpr std::uint32_t kMagic = 0x43424448;  // "HDBC"
constexpr std::uint32_t kVersion = 1;

struct Header {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t path_length;
  std::uint64_t bitcode_length;
};
static_assert(sizeof(Header) == 24);

std::size_t padded(std::size_t size) { return (size + 7) / 8 * 8; }

}  // namespace

std::string encode_bitcode_record(const BitcodeRecord& record) {
  Header header{kMagic, kVersion, record.source_path.size(), record.bitcode.size()};
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += record.source_path;
  bytes += record.bitcode;
  bytes.resize(padded(bytes.size()));
  return bytes;
}

Result<std::vector<BitcodeRecord>> decode_bitcode_records(std::string_view section) {
  std::vector<BitcodeRecord> records;
  while (!section.empty()) {
    Header header{};
    if (section.size() < sizeof header) return Error{ErrorCode::Usage, "bitcode section ends inside a record"};
    std::memcpy(&header, section.data(), sizeof header);
    if (header.magic != kMagic) return Error{ErrorCode::Usage, "bitcode section holds something that is no record"};
    if (header.version != kVersion) return Error{ErrorCode::Usage, "bitcode record of another version of Heddle"};
    std::string_view content = section.substr(sizeof header);
    if (header.path_length > content.size() || header.bitcode_length > content.size() - header.path_length) {
      return Error{ErrorCode::Usage, "bitcode section ends inside a record"};
    }
    records.push_back({std::string(content.substr(0, header.path_length)),
                       std::string(content.substr(header.path_length, header.bitcode_length))});
    std::size_t size = padded(sizeof header + header.path_length + header.bitcode_length);
    section.remove_prefix(std::min(size, section.size()));
  }
  return records;
}

}  // namespace heddle
