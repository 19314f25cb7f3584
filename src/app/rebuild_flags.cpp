// SPDX-License-Identifier: Apache-2.0
#include "app/rebuild_flags.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "compile/driver/flag_values.h"

namespace heddle {
namespace {

using Words = std::span<const std::string_view>;

bool is_one_of(std::string_view word, Words words) { return std::find(words.begin(), words.end(), word) != words.end(); }

bool begins_with_one_of(std::string_view word, Words words) {
  return std::any_of(words.begin(), words.end(), [word](std::string_view begin) { return word.starts_with(begin); });
}

// Behind -Wl, separated by commas.
bool is_known_to_linker(std::string_view word) {
  constexpr auto kWhole = std::to_array<std::string_view>({"-z",          "now",      "relro",       "defs",          "noexecstack",   "-rpath",      "--rpath",
                            "--as-needed", "--wrap",   "--no-as-needed", "--start-group", "--end-group", "--export-dynamic", "-E",
                            "-Bstatic",    "-Bdynamic", "--gc-sections", "--whole-archive", "--no-whole-archive"});
  constexpr auto kBegin = std::to_array<std::string_view>({"-rpath=", "--rpath=", "--wrap="});
  return is_one_of(word, kWhole) || begins_with_one_of(word, kBegin);
}

bool are_known_to_linker(std::string_view words) {
  bool is_value = false;  // of -rpath
  while (true) {
    const std::size_t end = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, end);
    const bool is_plain = !word.starts_with("-") && !word.starts_with("@");
    if (!(is_value && is_plain) && !is_known_to_linker(word)) return false;
    is_value = word == "-rpath" || word == "--rpath" || word == "--wrap";
    if (end == words.size()) return true;
    words.remove_prefix(end + 1);
  }
}

// -f...: what has no value changes the program only, but for a few.
bool is_known_feature(std::string_view word) {
  constexpr auto kWithValue = std::to_array<std::string_view>({"-fvisibility=",       "-ffp-contract=",      "-ffp-model=",        "-ffp-exception-behavior=",
                                "-fexcess-precision=", "-fmacro-prefix-map=", "-ffile-prefix-map=", "-fdebug-prefix-map=",
                                "-ftemplate-depth=",   "-fconstexpr-depth=",  "-fconstexpr-steps=", "-fcf-protection=",
                                "-fstrict-flex-arrays="});
  constexpr auto kOther = std::to_array<std::string_view>({"-fplugin", "-fpass-plugin", "-fprofile", "-fcs-profile", "-fcoverage", "-ftest-coverage", "-fsave",
                            "-ftime-trace", "-fproc-stat", "-fcrash", "-fmodule", "-fuse", "-fno-integrated", "-fthin", "-flto",
                            "-fembed", "-fdump", "-fcreate", "-foptimization"});
  if (word.find('=') != std::string_view::npos) return begins_with_one_of(word, kWithValue);
  return !begins_with_one_of(word, kOther);
}

bool is_known(std::string_view word) {
  constexpr auto kWhole = std::to_array<std::string_view>({"-pthread", "-ansi", "-pedantic", "-pedantic-errors", "-w", "-rdynamic", "-static-libgcc",
                            "-static-libstdc++", "-undef", "-pipe", "-nostdinc", "-nostdinc++", "-include", "-imacros",
                            "-isystem", "-iquote", "-idirafter", "-isystem-after", "-x", "-trigraphs", "-stdlib=libstdc++"});
  constexpr auto kBegin = std::to_array<std::string_view>({"-I", "-D", "-U", "-O", "-l", "-L", "-std=", "-march=", "-mtune=", "-mcpu=", "-isystem", "-iquote"});
  constexpr auto kMachine = std::to_array<std::string_view>({"-msse", "-mno-sse", "-mavx", "-mno-avx", "-mcx16", "-mfpmath=", "-m64", "-mfma", "-mpopcnt",
                              "-mbmi", "-mlzcnt", "-mrtm", "-mtls-dialect=", "-mrecip", "-mno-omit-leaf-frame-pointer"});
  if (word.starts_with("-Wl,")) return are_known_to_linker(word.substr(4));
  if ((word.starts_with("-Wa,") || word.starts_with("-Wp,"))) return false;
  if (word.starts_with("-f")) return is_known_feature(word);
  if (word.starts_with("-g")) return word.find('/') == std::string_view::npos && !word.starts_with("-gen-") && !word.starts_with("-gcc-");
  return word.starts_with("-W") || is_one_of(word, kWhole) || begins_with_one_of(word, kBegin) ||
         begins_with_one_of(word, kMachine);
}

}  // namespace

std::string first_refused_flag(const std::vector<std::string>& arguments) {
  bool is_value = false;
  for (const std::string& word : arguments) {
    const bool is_flag = !is_value && word.starts_with("-");
    if (word.starts_with("@") || (is_flag && !is_known(word))) return word;
    is_value = is_flag && takes_next_word(word);
  }
  return "";
}

}  // namespace heddle
