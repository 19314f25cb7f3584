// SPDX-License-Identifier: Apache-2.0
#include "report/value_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace heddle {

namespace {

constexpr std::int64_t kSmall = 1'000'000'000;  // beyond this an 8-byte value is more likely an address

std::int64_t sign_extended(std::uint64_t value, std::uint32_t size) {
  switch (size) {
    case 2:
      return static_cast<std::int16_t>(value);
    case 4:
      return static_cast<std::int32_t>(value);
    case 8:
      return static_cast<std::int64_t>(value);
    default:
      return static_cast<std::int64_t>(value & 0xff);  // a byte is a bool or a character, not a number below 0
  }
}

}  // namespace

std::string value_text(std::uint64_t value, std::uint32_t size) {
  std::int64_t number = sign_extended(value, size);
  bool is_small = -kSmall <= number && number <= kSmall;
  if (size <= 4 || is_small) return fmt::format("{}", number);
  return fmt::format("{:#x}", value);
}

std::string address_text(std::uint64_t address) { return fmt::format("{:#x}", address); }

std::string duration_text(std::uint64_t nanoseconds) {
  struct Unit {
    double nanoseconds;
    const char* name;
  };
  constexpr std::array<Unit, 3> kUnits = {Unit{1e9, "s"}, Unit{1e6, "ms"}, Unit{1e3, "us"}};
  for (const Unit& unit : kUnits) {
    double amount = static_cast<double>(nanoseconds) / unit.nanoseconds;
    if (amount >= 1) return fmt::format("{:.6g} {}", amount, unit.name);
  }
  return fmt::format("{} ns", nanoseconds);
}

std::string count_text(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string share_text(double share) { return fmt::format("{:.0f} %", 5 * std::round(20 * share)); }

namespace {

constexpr std::size_t kBeginning = 40;  // bytes of those that are too many
constexpr std::size_t kEnd = 20;

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    switch (byte) {
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      case '\r':
        text += "\\r";
        break;
      case '"':
      case '\\':
        text += '\\';
        text += byte;
        break;
      default:
        if (code < ' ' || code >= 0x7f)
          text += fmt::format("\\x{:02x}", code);
        else
          text += byte;
    }
  }
  return text;
}

}  // namespace

std::string quoted(std::string_view bytes, bool full) {
  if (full || bytes.size() <= kBeginning + kEnd) return "\"" + escaped(bytes) + "\"";
  return fmt::format("\"{}\" ... \"{}\" ({} bytes)", escaped(bytes.substr(0, kBeginning)),
                     escaped(bytes.substr(bytes.size() - kEnd)), bytes.size());
}

}  // namespace heddle
