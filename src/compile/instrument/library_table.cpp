// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/library_table.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/GlobPattern.h>

#include <utility>
#include <vector>

#include "generated/interposed_calls.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

using wire::CallClass;

constexpr LibraryCall kRefused[] = {
#define HEDDLE_X(name, reason) {CallClass::Refused, reason, #name},
    HEDDLE_REFUSED_CALLS(HEDDLE_X)
#undef HEDDLE_X
};

class Table {
 public:
  // A name keeps the first meaning it gets: stubs of refused functions and those with a fixed answer are in the runtime
  // too.
  Table() {
    for (const LibraryCall& call : kRefused) exact_.try_emplace(call.pattern, call);
    add_rows([](CallClass kind) { return kind == CallClass::Fixed; });
    for (const char* name : kInterposedCalls) {
      if (find(name).kind == CallClass::Unknown) exact_.try_emplace(name, LibraryCall{CallClass::Modelled, "", ""});
    }
    add_rows([](CallClass kind) { return kind != CallClass::Fixed; });
  }

  LibraryCall find(StringRef function) const {
    auto known = exact_.find(function);
    if (known != exact_.end()) return known->second;
    for (const auto& [pattern, call] : patterns_) {
      if (pattern.match(function)) return call;
    }
    return {};
  }

 private:
  template <typename Wanted>
  void add_rows(Wanted is_wanted) {
    for (const wire::LibraryRow& row : wire::kLibraryCalls) {
      if (is_wanted(row.kind)) add(row);
    }
  }

  void add(const wire::LibraryRow& row) {
    SmallVector<StringRef, 64> names;
    StringRef(row.names).split(names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef name : names) {
      LibraryCall call{row.kind, row.reason, name, row.keeps_state};
      if (name.find_first_of("*?") == StringRef::npos) {
        exact_.try_emplace(name, call);
      } else {
        patterns_.emplace_back(cantFail(GlobPattern::create(name)), call);
      }
    }
  }

  StringMap<LibraryCall> exact_;
  std::vector<std::pair<GlobPattern, LibraryCall>> patterns_;
};

}  // namespace

bool only_computes(StringRef function) {
  static const StringSet<> kNames = [] {
    StringSet<> names;
    SmallVector<StringRef, 64> words;
    StringRef(wire::kMathCalls).split(words, ' ');
    for (StringRef word : words) names.insert(word);
    return names;
  }();
  if (kNames.contains(function)) return true;
  bool has_suffix = function.size() > 1 && (function.ends_with("f") || function.ends_with("l"));
  return has_suffix && kNames.contains(function.drop_back());
}

bool only_reads_text(StringRef function) {
  return is_contained({"strlen", "strnlen", "strcmp", "strncmp", "memcmp", "bcmp"}, function);
}

LibraryCall look_up(StringRef function) {
  static const Table kTable;
  if (only_computes(function)) return {CallClass::Harmless, "", function};
  return kTable.find(function);
}

}  // namespace heddle::instrument
