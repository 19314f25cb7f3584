// SPDX-License-Identifier: Apache-2.0
#include "fuzz/ranges.h"

#include <fmt/format.h>

#include <string_view>

namespace heddle::fuzz {

bool Range::is_floating() const { return std::string_view(type) == "double" || std::string_view(type) == "float"; }
bool Range::is_wide() const { return std::string_view(type) == "Wide"; }

const std::vector<Range>& ranges() {
  static const std::vector<Range> list = {
      {"int", "n", "x", "1", true, true, true},
      {"int", "n - 2", "x + 2", "1", true, true, true},
      {"int", "n * 128", "x / 128", "128", true, true, true},
      {"unsigned char", "255 - n", "255 - x", "255", true, true, true},
      {"short", "n - 32768", "x + 32768", "1", true, true, true},
      {"long", "-(long)n", "-x", "-1", true, true, true},
      {"unsigned long", "(unsigned long)n << 56", "x >> 56", "1ul << 56", true, true, true},
      {"unsigned long", "n * 0x8000000000000080", "x >> 7 & 255", "0x8000000000000080", true, true, true},
      {"unsigned long", "n * 0x0100000000000001", "x & 255", "0x0100000000000001", true, true, true},
      {"unsigned long", "n % 2 ? (unsigned long)n << 56 : (unsigned long)n", "x >> 56 | (x & 255)", nullptr, true, true,
       true},  // odd ones swapped
      {"unsigned long", "(unsigned long)n << 63 | n >> 1", "x << 1 | x >> 63", nullptr, true, true, true},
      {"double", "1.0 - 2.0 * n", "(1.0 - x) / 2.0", nullptr, false, true, true},  // 1, -1, -3
      {"double", "n == 0 ? 0.0 : n == 1 ? -0.0 : n", "x != 0 ? (int)x : __builtin_signbit(x) ? 1 : 0", nullptr, false,
       true, false},
      {"double", "n % 2 ? -0.5 * (n + 1) : 0.5 * n", "x < 0 ? -2.0 * x - 1 : 2.0 * x", nullptr, false, true,
       true},  // 0, -1, 1, -2
      {"float", "1.0f - 2.0f * n", "(1.0f - x) / 2.0f", nullptr, false, true, true},
      {"char*", "anchor + n", "x - anchor", nullptr, true, true, true},
      {"unsigned long", "(unsigned long)anchor | (unsigned long)n << 56", "x >> 56", nullptr, true, false, true},
      {"unsigned long", "(unsigned long)anchor + n % 2 + ((unsigned long)(n / 2) << 57)",
       "(x & 1) | x >> 56", nullptr, true, false, true},
      {"Wide", "(Wide)n << 120 | (Wide)n", "x & 255", nullptr, false, true, true},
      {"Wide", "(Wide)n << 63", "x >> 63", nullptr, false, true, true},
  };
  return list;
}

std::string range_declarations() {
  std::string text =
      "typedef unsigned __int128 Wide;\n"
      "alignas(512) static char anchor[512];\n"
      "#define RANGE(name, type, encode, decode, is) \\\n"
      "  struct name { \\\n"
      "    typedef type T; \\\n"
      "    static is T enc(int n) { return (T)(encode); } \\\n"
      "    static is int dec(T x) { return (int)(decode); } \\\n"
      "  };\n";
  for (std::size_t at = 1; at < ranges().size(); ++at) {
    const Range& each = ranges()[at];
    text += fmt::format("RANGE(R{}, {}, {}, {}, {})\n", at, each.type, each.encode, each.decode,
                        each.is_constant ? "constexpr" : "inline");
  }
  return text;
}

std::string encoded(std::uint8_t range, const std::string& number) {
  return range == 0 ? number : fmt::format("R{}::enc({})", range, number);
}

std::string decoded(std::uint8_t range, const std::string& value) {
  return range == 0 ? value : fmt::format("R{}::dec({})", range, value);
}

std::string type_of(std::uint8_t range) { return ranges()[range].type; }

}  // namespace heddle::fuzz
