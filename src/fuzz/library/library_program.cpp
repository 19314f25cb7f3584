// SPDX-License-Identifier: Apache-2.0
#include "fuzz/library/library_program.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "fuzz/library/world.h"
#include "fuzz/random.h"

namespace heddle::fuzz {
namespace {

constexpr const LibraryRows* kFamilies[] = {&kTextRows,   &kNumberRows,    &kFormatRows,   &kStreamRows, &kFileRows,
                                            &kThreadRows, &kAttributeRows, &kLockRows,     &kC11Rows,    &kProcessRows,
                                            &kTimeRows,   &kCxxRows,       &kCxxStreamRows};
constexpr unsigned kSampledForEachCall = 2;

std::vector<std::string> words_of(std::string_view names) {
  std::vector<std::string> words;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (end > 0) words.emplace_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return words;
}

std::string with_name(std::string_view act, const std::string& name) {
  std::string made;
  for (const char each : act) made += each == '@' ? name : std::string(1, each);
  return made;
}

void add_calls(const LibraryRow& row, Language language, std::vector<LibraryCall>& calls) {
  const std::vector<std::string> names = words_of(row.names);
  for (const char* act : {row.act, row.other}) {
    const std::string_view text = act;
    if (text.empty()) continue;
    const bool is_for_each = text.find('@') != std::string_view::npos;
    for (std::size_t at = 0; at < (is_for_each ? names.size() : 1); ++at) {
      LibraryCall call{names[at], with_name(text, names[at]), row.footprint, 0, language};
      call.needed = needed_by(call.act, call.footprint);
      calls.push_back(std::move(call));
    }
  }
}

bool is_wanted(const LibraryCall& call, const std::vector<std::string>& only) {
  return only.empty() || std::find(only.begin(), only.end(), call.name) != only.end();
}

// Whoever names several functions wants them against each other, whoever names one wants it against all.
bool is_wanted(const LibraryCall& first, const LibraryCall& second, const std::vector<std::string>& only) {
  if (only.size() > 1) return is_wanted(first, only) && is_wanted(second, only);
  return is_wanted(first, only) || is_wanted(second, only);
}

using Pair = std::pair<std::size_t, std::size_t>;

// Calls that touch nothing have nothing to do with any other: each of them alone says it all.
std::vector<Pair> sharing_pairs(const std::vector<LibraryCall>& calls) {
  std::vector<Pair> pairs;
  for (std::size_t first = 0; first < calls.size(); ++first) {
    for (std::size_t second = first; second < calls.size(); ++second) {
      if ((calls[first].needed & calls[second].needed) != 0) pairs.emplace_back(first, second);
    }
  }
  return pairs;
}

template <typename Each>
void shuffle(std::vector<Each>& list, Random& random) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[random.next() % left]);
}

}  // namespace

std::string LibraryProgram::name() const {
  return shape == LibraryShape::Alone ? first->name : first->name + " and " + second->name;
}

Language LibraryProgram::language() const {
  const bool is_cxx = first->language == Language::Cxx || (second != nullptr && second->language == Language::Cxx);
  return is_cxx ? Language::Cxx : Language::C;
}

std::vector<LibraryCall> all_calls() {
  std::vector<LibraryCall> calls;
  for (const LibraryRows* family : kFamilies) {
    for (const LibraryRow& row : family->rows) add_calls(row, family->language, calls);
  }
  return calls;
}

std::vector<LibraryProgram> all_programs(const std::vector<LibraryCall>& calls, const LibraryChoice& choice) {
  std::vector<LibraryProgram> programs;
  for (const LibraryCall& call : calls) {
    if (is_wanted(call, choice.only)) programs.push_back({LibraryShape::Alone, &call, nullptr});
  }
  Random random(choice.seed);
  std::vector<Pair> pairs = sharing_pairs(calls);
  shuffle(pairs, random);
  if (choice.pairs == PairChoice::Sample) pairs.resize(std::min(pairs.size(), calls.size() * kSampledForEachCall));
  for (std::size_t first = 0; first < calls.size(); ++first) {
    const std::size_t second = random.next() % calls.size();
    if ((calls[first].needed & calls[second].needed) == 0) pairs.emplace_back(first, second);
  }
  for (const auto& [first, second] : pairs) {
    if (is_wanted(calls[first], calls[second], choice.only))
      programs.push_back({LibraryShape::Pair, &calls[first], &calls[second]});
  }
  if (choice.pairs == PairChoice::Sample) shuffle(programs, random);
  return programs;
}

std::vector<NamedAnswer> all_answers() {
  std::vector<NamedAnswer> answers;
  for (const LibraryRows* family : kFamilies) {
    for (const LibraryRow& row : family->rows) {
      for (std::string& name : words_of(row.names)) answers.push_back({std::move(name), family->family, true});
    }
  }
  for (const LibraryAnswer& answer : kLibraryAnswers) {
    for (std::string& name : words_of(answer.names)) answers.push_back({std::move(name), answer.reason, false});
  }
  std::sort(answers.begin(), answers.end(),
            [](const NamedAnswer& one, const NamedAnswer& two) { return one.name < two.name; });
  answers.erase(std::unique(answers.begin(), answers.end(),
                            [](const NamedAnswer& one, const NamedAnswer& two) { return one.name == two.name; }),
                answers.end());
  return answers;
}

}  // namespace heddle::fuzz
