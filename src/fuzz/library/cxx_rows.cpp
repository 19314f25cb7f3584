// SPDX-License-Identifier: Apache-2.0
//
// The C++ library, but for streams: expressions that reach the functions named. Several functions may be reached by
// one.
#include "fuzz/library/library_row.h"

namespace heddle::fuzz {
namespace {

constexpr Footprint kHeap = touches(Resource::Heap), kThread = touches(Resource::Thread),
                    kMutex = touches(Resource::Mutex), kCondition = touches(Resource::Condition),
                    kContainers = touches(Resource::Containers), kExceptions = touches(Resource::Exceptions),
                    kObjects = touches(Resource::CxxObjects), kExit = touches(Resource::Exit),
                    kEntropy = touches(Resource::Entropy), kOnce = touches(Resource::Once);

// clang-format off
constexpr LibraryRow kRows[] = {
    // ---- memory and objects
    {"_Znw* _Zdl*", "({ int* made = new int(hidden(3)); int value = *made; delete made; value; })", kHeap,
     "({ auto* old = object; object = nullptr; delete old; 0; })"},
    {"_Zna* _Zda*", "({ int* made = new int[hidden(3)]; delete[] made; 0; })", kHeap},
    {"__cxa_vec_*", "({ auto* made = new Counted[hidden(2)]; delete[] made; 0; })", kHeap},
    {"__dynamic_cast", "dynamic_cast<Derived*>(object) != nullptr", kObjects, "object->value()"},
    {"_ZNSt10_Sp_locker*", "(std::atomic_store(&pointer, std::make_shared<int>(5)), 0)", kObjects, "*std::atomic_load(&pointer)"},
    {"_ZNSt19_Sp_make_shared_tag5_S_eq*", "*std::make_shared<int>(hidden(4))", kHeap},
    {"_ZNKSt9type_info*", "typeid(*object) == typeid(Derived)", kObjects},
    {"__cxa_demangle", "({ int status = 0; free(abi::__cxa_demangle(\"i\", nullptr, nullptr, &status)); status; })", touches(Resource::Text),
     "({ int status = 0; abi::__cxa_demangle(text, nullptr, nullptr, &status); status; })"},
    {"_ZNSt3pmr19new_delete_resourceEv _ZNSt3pmr20null_memory_resourceEv",
     "std::pmr::null_memory_resource() == std::pmr::new_delete_resource()", kObjects},
    {"std::_V2::error_category::equivalent std::error_code::default_error_condition",
     "({ const std::error_code code = std::make_error_code(std::errc::io_error); (code == std::errc::io_error) + code.default_error_condition().value(); })", kObjects},
    // ---- threads
    {"_ZNSt6thread* _ZNKSt6thread* std::thread::_M_start_thread std::thread::join", "({ std::thread one(count_calls); one.join(); guarded; })", kThread},
    {"std::thread::detach", "({ std::thread one(count_calls); one.detach(); 0; })", kThread},
    {"_ZNSt6thread20hardware_concurrencyEv", "std::thread::hardware_concurrency()", kNothing},
    {"_ZNSt11this_thread*", "(std::this_thread::sleep_for(std::chrono::seconds(1)), 0)", touches(Resource::Clock), "(std::this_thread::yield(), 0)"},
    {"_ZNSt6chrono3_V2*", "std::chrono::steady_clock::now().time_since_epoch().count() > 0", touches(Resource::Clock)},
    {"_ZNSt18condition_variable*", "(cxx_condition.notify_one(), 0)", kCondition | kMutex,
     "({ std::unique_lock lock(cxx_mutex); cxx_condition.wait_for(lock, std::chrono::seconds(1)) == std::cv_status::timeout; })"},
    {"_ZNSt3_V222condition_variable_any*", "(any_condition.notify_all(), 0)", kCondition | kMutex,
     "({ std::unique_lock lock(cxx_mutex); any_condition.wait_for(lock, std::chrono::seconds(1)) == std::cv_status::timeout; })"},
    {"_ZSt25notify_all_at_thread_exit*", "(std::notify_all_at_thread_exit(cxx_condition, std::unique_lock(cxx_mutex)), 0)", kCondition | kMutex},
    {"__once_proxy _ZNSt15__once_callable* _ZSt16__get_once_mutexv _ZSt27__set_once_functor_lock_ptr*",
     "(std::call_once(cxx_once, count_calls), guarded)", kOnce},
    {"__cxa_guard_acquire __cxa_guard_release", "local_static()", kOnce},
    {"__cxa_guard_abort", "failing_static()", kOnce | kExceptions},
    {"__cxa_thread_atexit __cxa_thread_atexit_impl", "(thread_counted.touch(), 0)", kThread | kObjects},
    {"_ZNSt28__atomic_futex_unsigned_base* _ZNSt13__future_base* _ZNSt14__shared_future*",
     "({ try { promise.set_value(hidden(3)); guarded = 1; } catch (const std::future_error&) { guarded = 2; } guarded; })", kObjects,
     "shared.wait_for(std::chrono::seconds(0)) == std::future_status::ready"},
    {"_ZNSt13random_device* std::random_device::_M_init std::random_device::_M_getval std::random_device::_M_fini",
     "std::random_device()() & 255", kEntropy},
    {"std::random_device::_M_getentropy", "std::random_device().entropy() > 0", kEntropy},
    // ---- containers
    {"std::_Rb_tree_insert_and_rebalance", "(map.emplace(hidden(4), 4), map.size())", kContainers},
    {"std::_Rb_tree_rebalance_for_erase", "map.erase(hidden(2))", kContainers},
    {"std::_Rb_tree_increment", "std::next(map.begin())->second", kContainers},
    {"std::_Rb_tree_decrement", "std::prev(map.end())->second", kContainers},
    {"std::__detail::_List_node_base::_M_hook", "(list.push_back(4), list.size())", kContainers},
    {"std::__detail::_List_node_base::_M_unhook", "(list.pop_front(), list.size())", kContainers},
    {"std::__detail::_List_node_base::_M_transfer", "(list.splice(list.begin(), second_list), list.front())", kContainers},
    {"std::__detail::_List_node_base::_M_reverse", "(list.reverse(), list.front())", kContainers},
    {"std::__detail::_List_node_base::swap", "(list.swap(second_list), list.front())", kContainers},
    {"std::_Hash_bytes", "std::hash<std::string_view>()(std::string_view(text, 3)) & 255", touches(Resource::Text)},
    {"std::_Fnv_hash_bytes", "std::_Fnv_hash_bytes(text, 3, 1) & 255", touches(Resource::Text)},
    {"std::__detail::_Prime_rehash_policy::_M_need_rehash std::__detail::_Prime_rehash_policy::_M_next_bkt",
     "(table.emplace(hidden(7), 1), table.bucket_count())", kContainers},
    // ---- exceptions
    {"__cxa_allocate_exception __cxa_throw __cxa_begin_catch __cxa_end_catch __cxa_rethrow __cxa_get_exception_ptr _Unwind_* "
     "__gxx_personality_v0 __cxa_free_exception __gcc_personality_v0",
     "thrown(hidden(3))", kExceptions, "thrown_again(hidden(3))"},
    {"std::current_exception std::__exception_ptr::exception_ptr::exception_ptr __cxa_get_globals __cxa_get_globals_fast "
     "__cxa_init_primary_exception",
     "kept_exception()", kExceptions},
    {"std::rethrow_exception __cxa_free_dependent_exception", "rethrown()", kExceptions},
    {"std::__exception_ptr::exception_ptr::_M_addref", "({ std::exception_ptr copy = exception; copy != nullptr; })", kExceptions},
    {"std::__exception_ptr::exception_ptr::_M_release", "(exception = nullptr, 0)", kExceptions},
    {"_ZSt18uncaught_exception* _ZSt19uncaught_exceptionsv __cxa_uncaught_exceptions __cxa_current_exception_type",
     "std::uncaught_exceptions()", kExceptions},
    {"_ZSt*__throw_* __cxa_bad_cast", "caught_from_library(hidden(0))", kExceptions, "caught_from_library(hidden(1))"},
    {"_ZNSt13__future_base*__throw*", "caught_from_library(hidden(2))", kExceptions},
    {"__cxa_bad_typeid __cxa_throw_bad_array_new_length __cxa_throw_bad_array_length", "caught_from_library(hidden(3))", kExceptions},
    {"std::logic_error::logic_error", "thrown_text<std::logic_error>()", kExceptions},
    {"std::runtime_error::runtime_error", "thrown_text<std::runtime_error>()", kExceptions,
     "(exception = std::make_exception_ptr(std::runtime_error(\"changed\")), 0)"},
    {"std::logic_error::operator= std::logic_error::what std::runtime_error::operator= std::runtime_error::what std::logic_error::~logic_error "
     "std::runtime_error::~runtime_error", "copied_error()", kExceptions},
    {"std::domain_error::domain_error", "thrown_text<std::domain_error>()", kExceptions},
    {"std::invalid_argument::invalid_argument", "thrown_text<std::invalid_argument>()", kExceptions},
    {"std::length_error::length_error", "thrown_text<std::length_error>()", kExceptions},
    {"std::out_of_range::out_of_range", "thrown_text<std::out_of_range>()", kExceptions},
    {"std::range_error::range_error", "thrown_text<std::range_error>()", kExceptions},
    {"std::overflow_error::overflow_error", "thrown_text<std::overflow_error>()", kExceptions},
    {"std::underflow_error::underflow_error", "thrown_text<std::underflow_error>()", kExceptions},
    {"_ZN*St9exception* _ZNKSt*4whatEv _ZNSt11logic_errorD0* _ZNSt12domain_errorD* "
     "_ZNSt16invalid_argumentD* _ZNSt12length_errorD* _ZNSt12out_of_rangeD* _ZNSt13runtime_errorD0* "
     "_ZNSt11range_errorD* _ZNSt14overflow_errorD* _ZNSt15underflow_errorD*",
     "copied_error()", kExceptions},
    {"_ZNSt9bad_alloc* _ZNSt8bad_cast* _ZNSt10bad_typeid* _ZNSt13bad_exception* _ZNSt20bad_array_new_length* "
     "_ZNSt17bad_function_call* _ZNSt12bad_weak_ptr* _ZNSt19bad_optional_access* _ZNSt18bad_variant_access* _ZNSt12bad_any_cast*",
     "caught_from_library(hidden(4))", kExceptions, "caught_from_library(hidden(5))"},
    {"std::regex_error::regex_error _ZNSt11regex_errorD*", "caught_from_library(hidden(6))", kExceptions},
    {"_ZNSt12system_errorD* _ZNSt12system_errorC* _ZNSt12system_erroraS* _ZNSt8ios_base7failure* _ZNSt12future_error*",
     "caught_from_library(hidden(7))", kExceptions},
    {"_ZNSt3_V216generic_categoryEv _ZNSt3_V215system_categoryEv _ZSt15future_categoryv _ZSt17iostream_categoryv "
     "_ZNKSt3_V214error_category* _ZNSt3_V214error_category* _ZNKSt10error_code* _ZNKSt15error_condition* _ZNSt10error_code* "
     "_ZNSt15error_condition*",
     "std::error_code(hidden(2), std::generic_category()).message()[0]", touches(Resource::Messages),
     "std::make_error_code(std::io_errc::stream) == std::make_error_condition(std::io_errc::stream)"},
    // ---- ends
    {"_ZSt9terminatev __cxa_call_terminate", "(hidden(1) ? std::terminate() : void(), 0)", kExit},
    {"_ZSt10unexpectedv __cxa_call_unexpected", "(hidden(1) ? forbidden_to_throw() : void(), 0)", kExit},
    {"__cxa_pure_virtual __cxa_deleted_virtual", "(hidden(1) ? Abstract::call() : void(), 0)", kExit},
    {"std::__glibcxx_assert_fail", "(hidden(1) ? failed_assertion(\"f\", 1, \"g\", \"c\") : void(), 0)", kExit},
};
// clang-format on

}  // namespace

constexpr LibraryRows kCxxRows{"C++", Language::Cxx, kRows};

}  // namespace heddle::fuzz
