// SPDX-License-Identifier: Apache-2.0
//
// What the unordered containers and std::hash leave to libstdc++'s shared library. The bytes to hash are read with an
// event; the policy that decides about growing is a part of the container, read and written with events.
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

using Hash = std::size_t (*)(const void*, std::size_t, std::size_t);

std::size_t hash_events(const void* bytes, std::size_t size, std::size_t seed, Hash hash) {
  Scratch scratch;
  return hash(read_bytes(bytes, size, scratch, call_point()).bytes, size, seed);
}

struct Policy {  // std::__detail::_Prime_rehash_policy
  float largest_load;
  std::size_t next_resize;
};
static_assert(sizeof(Policy) == 16);

struct Decision {  // std::pair<bool, std::size_t>
  bool must_grow;
  std::size_t buckets;
};

// ask(policy) is answered by libstdc++, about a private copy. Between the two members are bytes that nobody has written:
// they are not read, because they differ from run to run.
template <typename Ask>
auto ask_policy(Policy* policy, Ask ask) {
  const HeddlePoint* point = call_point();
  Policy copy;
  copy.largest_load = read_value(&policy->largest_load, point);
  copy.next_resize = read_value(&policy->next_resize, point);
  std::size_t former = copy.next_resize;
  auto answer = ask(&copy);
  if (copy.next_resize != former) write_value(&policy->next_resize, copy.next_resize, point);
  return answer;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// std::_Hash_bytes and std::_Fnv_hash_bytes.
HEDDLE_INTERPOSED std::size_t _ZSt11_Hash_bytesPKvmm(const void* bytes, std::size_t size, std::size_t seed) {
  Hash real = HEDDLE_REAL(_ZSt11_Hash_bytesPKvmm);
  return executing() ? hash_events(bytes, size, seed, real) : real(bytes, size, seed);
}
HEDDLE_INTERPOSED std::size_t _ZSt15_Fnv_hash_bytesPKvmm(const void* bytes, std::size_t size, std::size_t seed) {
  Hash real = HEDDLE_REAL(_ZSt15_Fnv_hash_bytesPKvmm);
  return executing() ? hash_events(bytes, size, seed, real) : real(bytes, size, seed);
}

// std::__detail::_Prime_rehash_policy::_M_next_bkt and _M_need_rehash.
HEDDLE_INTERPOSED std::size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(Policy* policy, std::size_t wanted) {
  auto real = HEDDLE_REAL(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm);
  if (!executing()) return real(policy, wanted);
  return ask_policy(policy, [=](Policy* copy) { return real(copy, wanted); });
}
HEDDLE_INTERPOSED Decision _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(Policy* policy,
                                                                                    std::size_t buckets,
                                                                                    std::size_t elements,
                                                                                    std::size_t added) {
  auto real = HEDDLE_REAL(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm);
  if (!executing()) return real(policy, buckets, elements, added);
  return ask_policy(policy, [=](Policy* copy) { return real(copy, buckets, elements, added); });
}
