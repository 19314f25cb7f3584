// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/bitcode_section.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include "compile/bitcode_records.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

// As operands of .ascii, a few kilobytes per line.
std::string as_assembly(StringRef bytes) {
  constexpr std::size_t kBytesPerLine = 4096;
  constexpr char kDigits[] = "01234567";
  std::string text;
  text.reserve(bytes.size() * 3);
  for (std::size_t begin = 0; begin < bytes.size(); begin += kBytesPerLine) {
    text += ".ascii \"";
    for (char character : bytes.substr(begin, kBytesPerLine)) {
      auto byte = static_cast<unsigned char>(character);
      if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\') {
        text += character;
      } else {
        text += {'\\', kDigits[byte >> 6], kDigits[byte >> 3 & 7], kDigits[byte & 7]};
      }
    }
    text += "\"\n";
  }
  return text;
}

}  // namespace

// Written as assembly, because a global variable in a section of this name would be loaded with the program, and the
// names for which LLVM knows better are taken by others, whose tools would then read our records.
void embed_bitcode(Module& module) {
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/false);
  stream.flush();
  std::string record = encode_bitcode_record({module.getSourceFileName(), bitcode});
  module.appendModuleInlineAsm(std::string(".pushsection ") + kBitcodeSection + ",\"\",@progbits\n.p2align 3\n" +
                               as_assembly(record) + ".popsection");
}

}  // namespace heddle::instrument
