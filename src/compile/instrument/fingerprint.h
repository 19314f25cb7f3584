// SPDX-License-Identifier: Apache-2.0
//
// Inserts what fingerprints need (wire/abi.h, runtime/fingerprint.cpp): in front of every call that may lead to an event, a
// hash of the function's own context, of the place, and of what is still needed once the call has returned.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compile/instrument/event_reach.h"
#include "compile/instrument/foreign_calls.h"
#include "compile/instrument/hash_words.h"
#include "compile/instrument/liveness.h"
#include "compile/instrument/point_table.h"
#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

struct FingerprintOptions {
  bool labels = true;       // results that are only compared with constants count by the outcomes
  // For tests, which must notice.
  bool drops_word = false;   // one live word less
  bool mixes_badly = false;  // differences in the right places of two words cancel each other
};

class Fingerprints {
 public:
  Fingerprints(llvm::Module& module, const EventReach& reach, const RuntimeCalls& runtime, PointTable& points,
               FingerprintOptions options);

  // For modules with coroutines: adds the constructor that announces them.
  void announce_coroutines(llvm::Module& module);
  // `escaping`: stack objects that others may see.
  void add(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& escaping);

 private:
  struct Point {
    llvm::CallBase* call;
    CallReach reach;
    LiveState live;
  };
  struct Frame;  // of the function at work

  std::vector<Point> find_points(llvm::Function& function) const;
  void label_results(const Frame& frame, llvm::ArrayRef<Point> points);
  void append_value(Frame& frame, llvm::Value* value);
  void begin(Frame& frame, const llvm::SmallPtrSetImpl<llvm::Value*>& escaping);
  MixerState context_from_caller(llvm::IRBuilder<>& builder, llvm::Function& function);
  void emit(Frame& frame, Point& point);
  void add_words(Frame& frame, Point& point);
  // The result is the context as well.
  MixerState mix(llvm::IRBuilder<>& builder, MixerState state, llvm::ArrayRef<llvm::Value*> words) const;
  void mix_chain(Frame& frame) const;
  void mix_object(Frame& frame, llvm::Value* object, std::uint64_t size) const;
  void add_objects(Frame& frame, const Point& point);
  void store_callee(llvm::IRBuilder<>& builder, const Point& point);
  void surround(const Point& point, MixerState hash);
  void clear_objects(const Frame& frame);

  const EventReach& reach_;
  const RuntimeCalls& runtime_;
  PointTable& points_;
  FingerprintOptions options_;
  ForeignCalls foreign_;
  llvm::GlobalVariable* anchor_ = nullptr;  // its address tells this module from all others
};

}  // namespace heddle::instrument
