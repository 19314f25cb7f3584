// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/point_table.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kPointSection[] = "heddle_points";
constexpr char kSiteSection[] = "heddle_stack_sites";
constexpr char kExternalSection[] = "heddle_externals";
constexpr char kDefinitionSection[] = "heddle_definitions";
constexpr char kResultUseSection[] = "heddle_result_uses";
constexpr unsigned kStateField = 4;

}  // namespace

PointTable::PointTable(Module& module) : module_(module) {
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::get(context, 0);
  Type* i8 = Type::getInt8Ty(context);
  Type* i16 = Type::getInt16Ty(context);
  Type* i32 = Type::getInt32Ty(context);
  point_type_ = StructType::get(context, {pointer, pointer, pointer, i32, i16, i8, i8});
  site_type_ = StructType::get(context, {pointer, pointer, pointer, i32, i8, i8, ArrayType::get(i8, 2)});
  external_type_ = StructType::get(context, {pointer, pointer, pointer, i32, i32});
}

Constant* PointTable::text(StringRef content) {
  Constant*& known = texts_[content];
  if (known) return known;
  Constant* bytes = ConstantDataArray::getString(module_.getContext(), content);
  auto* variable = new GlobalVariable(module_, bytes->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                      bytes, "heddle.text");
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(Align(1));
  known = variable;
  return known;
}

// Never a constant, although nobody writes points: whether a constant needs relocations depends on -fPIC, and objects
// with and without would then disagree about the flags of the section.
GlobalVariable* PointTable::add_entry(Constant* initialiser, StringRef section, StringRef name) {
  auto* entry = new GlobalVariable(module_, initialiser->getType(), /*isConstant=*/false, GlobalValue::PrivateLinkage,
                                   initialiser, name);
  entry->setSection(section);
  entry->setAlignment(Align(32));
  return entry;
}

Constant* PointTable::add_point(const SourcePlace& place, StringRef variable, wire::PointKind kind, unsigned flags) {
  if (place.in_system_header) flags |= wire::kPointInSystemHeader;
  unsigned column = std::min(place.column, 0xffffU);
  Constant* fields[] = {text(place.file),
                        text(place.function),
                        text(variable),
                        ConstantInt::get(point_type_->getElementType(3), place.line),
                        ConstantInt::get(point_type_->getElementType(4), column),
                        ConstantInt::get(point_type_->getElementType(5), static_cast<unsigned>(kind)),
                        ConstantInt::get(point_type_->getElementType(6), flags)};
  return add_entry(ConstantStruct::get(point_type_, fields), kPointSection, "heddle.point");
}

GlobalVariable* PointTable::add_stack_site(const SourcePlace& place, StringRef variable, unsigned flags) {
  Constant* fields[] = {text(place.file),
                        text(place.function),
                        text(variable),
                        ConstantInt::get(site_type_->getElementType(3), place.line),
                        ConstantInt::get(site_type_->getElementType(4), wire::kSitePrivate),
                        ConstantInt::get(site_type_->getElementType(5), flags),
                        Constant::getNullValue(site_type_->getElementType(6))};
  return add_entry(ConstantStruct::get(site_type_, fields), kSiteSection, "heddle.site");
}

void PointTable::add_external(const SourcePlace& place, StringRef name, StringRef reason, wire::CallClass kind,
                              unsigned uses) {
  Type* i32 = external_type_->getElementType(3);
  Constant* fields[] = {text(name), text(reason), add_point(place, name, wire::PointKind::Call, 0),
                        ConstantInt::get(i32, uses), ConstantInt::get(i32, static_cast<unsigned>(kind))};
  unreferenced_.push_back(add_entry(ConstantStruct::get(external_type_, fields), kExternalSection, "heddle.external"));
}

void PointTable::add_definition(StringRef name) {
  GlobalVariable* entry = add_entry(text(name), kDefinitionSection, "heddle.definition");
  entry->setAlignment(Align(8));
  unreferenced_.push_back(entry);
}

void PointTable::add_result_use(Constant* point, wire::ResultUseKind kind, ArrayRef<wire::OutcomeTest> tests) {
  LLVMContext& context = module_.getContext();
  Type* i8 = Type::getInt8Ty(context);
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);
  auto* test_type = StructType::get(context, {i64, i8, i8, i8, i8, ArrayType::get(i8, 4)});
  SmallVector<Constant*, 8> rows;
  for (const wire::OutcomeTest& test : tests) {
    rows.push_back(ConstantStruct::get(
        test_type, {ConstantInt::get(i64, test.constant), ConstantInt::get(i8, test.bits),
                    ConstantInt::get(i8, test.extended_bits), ConstantInt::get(i8, test.is_signed),
                    ConstantInt::get(i8, static_cast<unsigned>(test.comparison)),
                    Constant::getNullValue(test_type->getElementType(5))}));
  }
  Constant* list = ConstantPointerNull::get(PointerType::get(context, 0));
  if (!rows.empty()) {
    auto* type = ArrayType::get(test_type, rows.size());
    list = new GlobalVariable(module_, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                              ConstantArray::get(type, rows), "heddle.tests");
  }
  Constant* fields[] = {point, list, ConstantInt::get(i32, rows.size()),
                        ConstantInt::get(i32, static_cast<unsigned>(kind))};
  GlobalVariable* entry = add_entry(ConstantStruct::getAnon(fields), kResultUseSection, "heddle.result_use");
  entry->setAlignment(Align(8));
  unreferenced_.push_back(entry);
}

Constant* PointTable::state_of(GlobalVariable* stack_site) const {
  Type* i32 = Type::getInt32Ty(module_.getContext());
  Constant* indices[] = {ConstantInt::get(i32, 0), ConstantInt::get(i32, kStateField)};
  return ConstantExpr::getInBoundsGetElementPtr(site_type_, stack_site, indices);
}

// Weak, because a library may have points but no stack sites; hidden, because each library announces its own.
Constant* PointTable::boundary(StringRef name) {
  auto* symbol = new GlobalVariable(module_, Type::getInt8Ty(module_.getContext()), /*isConstant=*/false,
                                    GlobalValue::ExternalWeakLinkage, nullptr, name);
  symbol->setVisibility(GlobalValue::HiddenVisibility);
  return symbol;
}

void PointTable::announce(const RuntimeCalls& runtime) {
  appendToCompilerUsed(module_, unreferenced_);  // else the optimiser drops what only the linker gathers
  constexpr char kName[] = "__heddle_module_init";
  LLVMContext& context = module_.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), false);
  Function* constructor = Function::Create(type, GlobalValue::LinkOnceODRLinkage, kName, module_);
  constructor->setVisibility(GlobalValue::HiddenVisibility);
  constructor->setComdat(module_.getOrInsertComdat(kName));
  constructor->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", constructor));
  builder.CreateCall(runtime.register_module(),
                     {boundary("__start_heddle_points"), boundary("__stop_heddle_points"),
                      boundary("__start_heddle_stack_sites"), boundary("__stop_heddle_stack_sites")});
  builder.CreateCall(runtime.register_externals(),
                     {boundary("__start_heddle_externals"), boundary("__stop_heddle_externals"),
                      boundary("__start_heddle_definitions"), boundary("__stop_heddle_definitions")});
  builder.CreateCall(runtime.register_result_uses(),
                     {boundary("__start_heddle_result_uses"), boundary("__stop_heddle_result_uses")});
  builder.CreateRetVoid();
  appendToGlobalCtors(module_, constructor, /*Priority=*/0, constructor);
}

}  // namespace heddle::instrument
