// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/fingerprint.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compile/instrument/result_use.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr std::uint64_t kMostInlineBytes = 32;
constexpr std::size_t kMostWordsOfCall = 4;  // wire/abi.h

// What such a function keeps cannot be hashed: arguments that only va_arg reads, frames that are returned to twice, frames
// that outlive the call.
bool is_opaque(const Function& function) {
  if (function.isPresplitCoroutine()) return true;
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (!call) return false;
    const auto* intrinsic = dyn_cast<IntrinsicInst>(call);
    return call->hasFnAttr(Attribute::ReturnsTwice) || (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::vastart);
  });
}

// Their sizes are constants, so that they may stand anywhere in the entry block.
Instruction* move_fixed_allocas_up(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  Instruction* position = &*entry.getFirstInsertionPt();
  while (isa<AllocaInst>(position) && cast<AllocaInst>(position)->isStaticAlloca()) position = position->getNextNode();
  for (Instruction& instruction : make_early_inc_range(make_range(position->getIterator(), entry.end()))) {
    auto* alloca = dyn_cast<AllocaInst>(&instruction);
    if (!alloca || !alloca->isStaticAlloca()) continue;
    if (alloca == position) {
      position = position->getNextNode();
    } else {
      alloca->moveBefore(position);
    }
  }
  return position;
}

bool is_called(const CallBase& call, StringRef name) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName() == name;
}

}  // namespace

struct Fingerprints::Frame {
  Function& function;
  Liveness& liveness;
  MixerState context;      // the function's own
  std::uint64_t salt = 0;    // of the function in its module
  unsigned points = 0;
  bool opaque = false;
  IRBuilder<> builder;
  SmallVector<Value*, 16> words;
  MixerState hash;
  SmallSetVector<Value*, 4> hashed_objects;
};

Fingerprints::Fingerprints(Module& module, const EventReach& reach, const RuntimeCalls& runtime,
                           PointTable& points, FingerprintOptions options)
    : reach_(reach), runtime_(runtime), points_(points), options_(options), foreign_(runtime) {
  Type* byte = Type::getInt8Ty(module.getContext());
  anchor_ = new GlobalVariable(module, byte, /*isConstant=*/false, GlobalValue::PrivateLinkage,
                               Constant::getNullValue(byte), "heddle.module");
}

void Fingerprints::announce_coroutines(Module& module) {
  if (none_of(module, [](const Function& function) { return function.isPresplitCoroutine(); })) return;
  add_announcement(module, "__heddle_has_coroutines", runtime_.register_unhashable());
}

std::vector<Fingerprints::Point> Fingerprints::find_points(Function& function) const {
  std::vector<Point> points;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call) continue;
    CallReach reach = reach_.of(*call);
    if (reach == CallReach::Nothing) continue;
    points.push_back({call, reach, {}});
  }
  return points;
}

void Fingerprints::add(Function& function, const SmallPtrSetImpl<Value*>& escaping) {
  define_undefined(function);
  std::vector<Point> points = find_points(function);
  foreign_.note_returns(function);
  if (points.empty()) return;
  PrivateUses uses(function, escaping);
  Liveness liveness(function, uses);
  SmallVector<Instruction*, 32> calls;
  for (const Point& point : points) calls.push_back(point.call);
  std::vector<LiveState> live = liveness.after(calls);
  for (std::size_t index = 0; index < points.size(); ++index) points[index].live = std::move(live[index]);
  Frame frame{function, liveness, {}, 0, 0, false, IRBuilder<>(function.getContext()), {}, {}, {}};
  frame.salt = xxh3_64bits(function.getName());
  frame.opaque = is_opaque(function) || any_of(points, [](const Point& point) {
                   return any_of(point.live.values, [](Value* value) { return !is_hashable(*value->getType()); });
                 });
  if (options_.labels) label_results(frame, points);
  begin(frame, escaping);
  for (Point& point : points) emit(frame, point);
  clear_objects(frame);
}

// Code that is not instrumented sets no context.
MixerState Fingerprints::context_from_caller(IRBuilder<>& builder, Function& function) {
  MixerState given = load_state(builder, runtime_.context());
  if (!may_be_called_by_others(function)) return given;
  Value* meant = builder.CreateLoad(builder.getPtrTy(), runtime_.callee());
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), runtime_.callee());
  Value* is_foreign = builder.CreateICmpNE(meant, &function);
  BasicBlock* before = builder.GetInsertBlock();
  MDNode* unlikely = MDBuilder(function.getContext()).createUnlikelyBranchWeights();
  Instruction* position = &*builder.GetInsertPoint();
  Instruction* then = SplitBlockAndInsertIfThen(is_foreign, position->getIterator(), /*Unreachable=*/false, unlikely);
  builder.SetInsertPoint(then);
  set_place(builder, function);
  MixerState chain = unpack_state(builder, builder.CreateCall(runtime_.chain()));
  builder.SetInsertPoint(position);
  set_place(builder, function);
  const auto choose = [&](Value* from_caller, Value* from_chain) {
    PHINode* chosen = builder.CreatePHI(builder.getInt64Ty(), 2);
    chosen->addIncoming(from_caller, before);
    chosen->addIncoming(from_chain, then->getParent());
    return chosen;
  };
  return {choose(given.first, chain.first), choose(given.second, chain.second)};
}

// Where the frame stands decides where its objects are; what decides that need not be known to the caller any more.
void Fingerprints::begin(Frame& frame, const SmallPtrSetImpl<Value*>& escaping) {
  IRBuilder<>& builder = frame.builder;
  builder.SetInsertPoint(move_fixed_allocas_up(frame.function));
  set_place(builder, frame.function);
  frame.context = context_from_caller(builder, frame.function);
  Value* module = builder.CreatePtrToInt(anchor_, builder.getInt64Ty());
  frame.context.second = builder.CreateXor(frame.context.second, module);
  for (Instruction& instruction : frame.function.getEntryBlock()) {
    auto* alloca = dyn_cast<AllocaInst>(&instruction);
    if (!alloca || !alloca->isStaticAlloca() || !escaping.contains(alloca)) continue;
    frame.context = mix(builder, frame.context, builder.CreatePtrToInt(alloca, builder.getInt64Ty()));
    break;
  }
}

// The label of a result and the hash of the value must leave out the same, or one result would lead to two states.
void Fingerprints::append_value(Frame& frame, Value* value) {
  OutcomeTests tests;
  bool is_compared = options_.labels && find_outcomes(*value, frame.liveness, tests) && !tests.empty();
  if (is_compared) return frame.words.push_back(emit_outcomes(frame.builder, value, tests));
  append_words(frame.builder, value, frame.words);
}

void Fingerprints::label_results(const Frame& frame, ArrayRef<Point> points) {
  for (const Point& point : points) {
    OutcomeTests tests;
    wire::ResultUseKind kind = use_of_result(*point.call, frame.liveness, tests);
    if (kind == wire::ResultUseKind::Full) continue;
    auto* place = cast<Constant>(point.call->getArgOperand(point.call->arg_size() - 1));
    points_.add_result_use(place, kind, tests);
  }
}

// A function of this module hashes its arguments itself, as far as it needs them. All others are taken to need them.
void Fingerprints::add_words(Frame& frame, Point& point) {
  SmallVector<Value*, 16> values(point.live.values.begin(), point.live.values.end());
  const Function* callee = point.call->getCalledFunction();
  if (point.reach != CallReach::Inside || !callee || callee->isVarArg()) {
    for (Value* argument : point.call->args()) {
      if (!is_contained(values, argument) && is_hashable(*argument->getType())) values.push_back(argument);
    }
  }
  if (point.reach == CallReach::Unknown) values.push_back(point.call->getCalledOperand());
  erase_if(values, [](const Value* value) { return !is_hashable(*value->getType()); });  // the function is opaque then
  drop_derivable(values);
  frame.words.clear();
  for (Value* value : values) append_value(frame, value);
  if (options_.drops_word && !frame.words.empty()) frame.words.pop_back();
}

// As many words at a time as go through registers.
MixerState Fingerprints::mix(IRBuilder<>& builder, MixerState state, ArrayRef<Value*> words) const {
  if (options_.mixes_badly) {
    for (Value* word : words) state = mix_badly(builder, state, word);
    return state;
  }
  for (; !words.empty(); words = words.drop_front(std::min<std::size_t>(words.size(), kMostWordsOfCall))) {
    ArrayRef<Value*> some = words.take_front(kMostWordsOfCall);
    SmallVector<Value*, 6> arguments = {state.first, state.second};
    arguments.append(some.begin(), some.end());
    state = unpack_state(builder, builder.CreateCall(runtime_.mix(static_cast<unsigned>(some.size())), arguments));
  }
  return state;
}

void Fingerprints::mix_chain(Frame& frame) const {
  IRBuilder<>& builder = frame.builder;
  MixerState chain = unpack_state(builder, builder.CreateCall(runtime_.chain()));
  frame.hash = mix(builder, frame.hash, {chain.first, chain.second});
}

void Fingerprints::mix_object(Frame& frame, Value* object, std::uint64_t size) const {
  IRBuilder<>& builder = frame.builder;
  Value* arguments[] = {object, builder.getInt64(size), frame.hash.first, frame.hash.second};
  frame.hash = unpack_state(builder, builder.CreateCall(runtime_.hash_private(), arguments));
}

void Fingerprints::add_objects(Frame& frame, const Point& point) {
  IRBuilder<>& builder = frame.builder;
  for (Value* object : point.live.objects) {
    std::uint64_t size = PrivateUses::size_of(*object);
    frame.hashed_objects.insert(object);
    if (size == 0) {
      frame.opaque = true;  // for the rest of the function: of a size that is not known
      mix_chain(frame);
    } else if (size <= kMostInlineBytes && size % 8 == 0) {
      SmallVector<Value*, 4> words;
      for (std::uint64_t offset = 0; offset < size; offset += 8) {
        Value* address = builder.CreateConstGEP1_64(builder.getInt8Ty(), object, offset);
        words.push_back(builder.CreateFreeze(builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(1))));
      }
      frame.hash = mix(builder, frame.hash, words);
    } else {
      mix_object(frame, object, size);
    }
  }
  // An argument that was passed by value is what its first event writes.
  bool begins_object = is_called(*point.call, "__heddle_stack_object");
  auto* argument = begins_object ? dyn_cast<Argument>(point.call->getArgOperand(0)) : nullptr;
  if (!argument) return;
  mix_object(frame, argument, PrivateUses::size_of(*argument));
}

void Fingerprints::store_callee(IRBuilder<>& builder, const Point& point) {
  if (point.reach != CallReach::Inside && point.reach != CallReach::Unknown) return;
  const Function* callee = point.call->getCalledFunction();
  if (point.reach == CallReach::Inside && callee && !may_be_called_by_others(*callee)) return;
  builder.CreateStore(point.call->getCalledOperand(), runtime_.callee());
}

void Fingerprints::emit(Frame& frame, Point& point) {
  IRBuilder<>& builder = frame.builder;
  builder.SetInsertPoint(point.call);
  if (!builder.getCurrentDebugLocation()) set_place(builder, frame.function);
  std::uint64_t place = xxh3_64bits(ArrayRef<std::uint8_t>(reinterpret_cast<const std::uint8_t*>(&frame.points),
                                                           sizeof frame.points)) ^
                        frame.salt;
  ++frame.points;
  frame.hash = {frame.context.first, builder.CreateXor(frame.context.second, builder.getInt64(place))};
  add_words(frame, point);
  if (frame.words.empty()) frame.words.push_back(builder.getInt64(0));
  frame.hash = mix(builder, frame.hash, frame.words);
  add_objects(frame, point);
  if (frame.opaque) mix_chain(frame);
  if (options_.mixes_badly) store_state(builder, frame.hash, runtime_.context());
  store_callee(builder, point);
  surround(point, frame.hash);
}

// Calls around one that may keep state. Of an unknown one this shows afterwards.
void Fingerprints::surround(const Point& point, MixerState hash) {
  CallBase& call = *point.call;
  if (point.reach == CallReach::Unknown) return foreign_.ask_after(call, hash);
  if (point.reach != CallReach::Keeping || call.hasFnAttr(Attribute::ReturnsTwice)) return;
  IRBuilder<>(&call).CreateCall(runtime_.hidden_begin());
  SmallVector<Instruction*, 2> ends;
  if (Instruction* end = after(call)) ends.push_back(end);
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) ends.push_back(&*invoke->getUnwindDest()->getFirstInsertionPt());
  for (Instruction* end : ends) {
    IRBuilder<> builder(end);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (!call.getDebugLoc()) set_place(builder, *call.getFunction());
    builder.CreateCall(runtime_.hidden_end());
  }
}

// Whatever an object does not hold yet is zero, not what happens to be on the stack.
void Fingerprints::clear_objects(const Frame& frame) {
  IRBuilder<> builder(frame.function.getContext());
  for (Value* object : frame.hashed_objects) {
    auto* alloca = dyn_cast<AllocaInst>(object);
    std::uint64_t size = PrivateUses::size_of(*object);
    if (!alloca || size == 0) continue;
    SmallVector<Instruction*, 4> beginnings = {alloca};
    for (User* user : alloca->users()) {
      auto* intrinsic = dyn_cast<IntrinsicInst>(user);
      if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) beginnings.push_back(intrinsic);
    }
    for (Instruction* beginning : beginnings) {
      builder.SetInsertPoint(beginning->getNextNode());
      set_place(builder, frame.function);
      if (size <= kMostInlineBytes) {
        builder.CreateMemSet(alloca, builder.getInt8(0), size, alloca->getAlign());
      } else {
        builder.CreateCall(runtime_.clear_private(), {alloca, builder.getInt64(size)});
      }
    }
  }
}

}  // namespace heddle::instrument
