// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_text.h"

#include <llvm/ADT/StringExtras.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// Of $(att$|intel$) the first part. An unbalanced text keeps a '$' that nobody understands later.
std::string without_alternatives(StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (text.starts_with("$$")) {
      result += text.take_front(2);
      text = text.drop_front(2);
    } else if (text.consume_front("$(")) {
      auto [inside, rest] = text.split("$)");
      result += inside.split("$|").first;
      text = rest;
    } else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

// Comments become a blank or end with their line.
std::string without_comments(StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (text.starts_with("/*")) {
      text = text.substr(text.find("*/")).drop_front(std::min<std::size_t>(2, text.substr(text.find("*/")).size()));
      result += ' ';
    } else if (text.starts_with("#") || text.starts_with("//")) {
      text = text.substr(text.find('\n'));
    } else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

std::optional<std::int64_t> parse_number(StringRef text) {
  std::int64_t number = 0;
  if (!text.getAsInteger(0, number)) return number;
  std::uint64_t large = 0;
  if (!text.getAsInteger(0, large)) return static_cast<std::int64_t>(large);
  return std::nullopt;
}

unsigned width_of_modifier(char modifier) {
  constexpr StringRef kModifiers = "bwkq";
  return 8U << kModifiers.find(modifier);
}

// $0, ${0:w}
std::optional<TextName> parse_argument(StringRef text) {
  TextName result;
  if (text.consume_front("{")) {
    if (!text.consume_back("}")) return std::nullopt;
    auto [number, modifier] = text.split(':');
    if (modifier.size() > 1 || !StringRef("bwkq").contains(modifier)) return std::nullopt;
    if (!modifier.empty()) result.width = width_of_modifier(modifier.front());
    text = number;
  }
  if (text.empty() || !all_of(text, isDigit) || text.getAsInteger(10, result.argument)) return std::nullopt;
  return result;
}

std::optional<TextName> parse_name(StringRef text) {
  text = text.trim();
  if (text.consume_front("%")) {
    std::optional<NamedRegister> found = register_named(text);
    if (!found) return std::nullopt;
    return TextName{-1, found->number, found->width};
  }
  if (text.consume_front("$")) return parse_argument(text);
  return std::nullopt;
}

// displacement(base,index,scale)
std::optional<TextOperand> parse_memory(StringRef text) {
  TextOperand result{TextOperand::Kind::Memory, 0, {}, {}, 1};
  auto [displacement, inside] = text.split('(');
  if (!inside.consume_back(")")) return std::nullopt;
  if (!displacement.trim().empty()) {
    std::optional<std::int64_t> number = parse_number(displacement.trim());
    if (!number) return std::nullopt;
    result.number = *number;
  }
  SmallVector<StringRef, 3> parts;
  inside.split(parts, ',');
  std::optional<TextName> base = parse_name(parts[0]);
  if (!base || parts.size() > 3) return std::nullopt;
  result.name = *base;
  if (parts.size() > 1) {
    result.index = parse_name(parts[1]);
    if (!result.index) return std::nullopt;
  }
  if (parts.size() > 2 && parts[2].trim().getAsInteger(10, result.scale)) return std::nullopt;
  if (!is_contained({1U, 2U, 4U, 8U}, result.scale)) return std::nullopt;
  return result;
}

std::optional<TextOperand> parse_operand(StringRef text) {
  text = text.trim();
  if (text.contains('(')) return parse_memory(text);
  if (text.consume_front("$$")) {
    std::optional<std::int64_t> number = parse_number(text);
    if (!number) return std::nullopt;
    return TextOperand{TextOperand::Kind::Immediate, *number, {}, {}, 1};
  }
  std::optional<TextName> name = parse_name(text);
  if (!name) return std::nullopt;
  return TextOperand{TextOperand::Kind::Name, 0, *name, {}, 1};
}

// At commas outside of parentheses.
SmallVector<StringRef, 3> split_operands(StringRef text) {
  SmallVector<StringRef, 3> result;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (text[at] != ',' || depth != 0) continue;
    result.push_back(text.slice(begin, at));
    begin = at + 1;
  }
  if (!text.trim().empty()) result.push_back(text.substr(begin));
  return result;
}

// Prefixes may stand in front of their instruction or be a statement of their own.
class Parser {
 public:
  bool add(StringRef text) {
    while (!text.empty()) {
      std::size_t end = std::min(text.find_first_of(" \t"), text.size());
      StringRef word = text.take_front(end);
      text = text.drop_front(end).trim();
      if (word == "lock" && !is_locked_ && !is_repeated_) {
        is_locked_ = true;
      } else if (word == "rep" && !is_locked_ && !is_repeated_) {
        is_repeated_ = true;
      } else {
        return add_instruction(word, text);
      }
    }
    return true;
  }

  bool is_complete() const { return !is_locked_ && !is_repeated_; }
  SmallVector<TextStatement, 4> take() { return std::move(statements_); }

 private:
  bool add_instruction(StringRef mnemonic, StringRef operands) {
    if (is_repeated_ && mnemonic != "nop") return false;
    TextStatement statement{is_locked_, is_repeated_ ? "pause" : mnemonic.str(), {}};
    is_locked_ = is_repeated_ = false;
    for (StringRef part : split_operands(operands)) {
      std::optional<TextOperand> operand = parse_operand(part);
      if (!operand) return false;
      statement.operands.push_back(*operand);
    }
    statements_.push_back(std::move(statement));
    return true;
  }

  bool is_locked_ = false;
  bool is_repeated_ = false;
  SmallVector<TextStatement, 4> statements_;
};

}  // namespace

std::optional<NamedRegister> register_named(StringRef name) {
  constexpr const char* kFirstEight[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
  constexpr const char* kFirstBytes[] = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"};
  for (int number = 0; number < 8; ++number) {
    StringRef known = kFirstEight[number];
    if (name == known) return NamedRegister{number, 16};
    if (name == kFirstBytes[number]) return NamedRegister{number, 8};
    if (name == ("r" + known).str()) return NamedRegister{number, 64};
    if (name == ("e" + known).str()) return NamedRegister{number, 32};
  }
  if (!name.consume_front("r")) return std::nullopt;
  unsigned width = name.consume_back("b") ? 8 : name.consume_back("w") ? 16 : name.consume_back("d") ? 32 : 64;
  int number = 0;
  if (name.getAsInteger(10, number) || number < 8 || number > 15) return std::nullopt;
  return NamedRegister{number, width};
}

std::optional<SmallVector<TextStatement, 4>> parse_assembly(StringRef text) {
  std::string plain = StringRef(without_comments(without_alternatives(text))).lower();
  SmallVector<StringRef, 4> parts;
  SplitString(plain, parts, ";\n");
  Parser parser;
  for (StringRef part : parts) {
    if (!parser.add(part.trim())) return std::nullopt;
  }
  if (!parser.is_complete()) return std::nullopt;
  return parser.take();
}

}  // namespace heddle::instrument
