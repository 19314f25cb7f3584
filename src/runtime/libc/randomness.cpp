// SPDX-License-Identifier: Apache-2.0
//
// Random numbers. The generators of libc (rand, random, drand48 ...) are deterministic, but their state is shared by
// all threads and hidden: each call is a Call event, done by libc itself, so that srand(42) gives the numbers it always
// gave. Their state is libc's data and restored with it. True entropy (getrandom, arc4random, std::random_device)
// becomes a fixed stream per thread. The instructions rdrand and rdseed in the program's own code cannot be
// intercepted.
#include <sys/random.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/random_stream.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// How much of its stream each thread has used. This *is* state of the checked program: ordinary .bss, restored between
// executions like the program's own.
std::uint64_t g_drawn[kMaxThreads];

// Stand for the hidden state in events.
const char g_rand_state = 0, g_drand48_state = 0;

template <typename Generate>
auto generate(const void* hidden_state, Generate next) {
  const HeddlePoint* point = call_point();
  await_turn(hidden_state);
  auto value = next();
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  record(EventKind::Call, hidden_state, bits, point, sizeof(value));
  return value;
}

template <typename Seed>
void seed(const void* hidden_state, Seed apply) {
  generate(hidden_state, [&] {
    apply();
    return 0;
  });
}

}  // namespace

// The mixing function of SplitMix64, applied to (thread, how manyth draw).
std::uint64_t draw() {
  std::uint16_t thread = state().current;
  const std::uint64_t count = ++g_drawn[thread];
  feed_hidden_state(count);
  std::uint64_t bits = count * 0x9e3779b97f4a7c15u + thread * 0xd1342543de82ef95u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

void draw_bytes(void* to, std::size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    std::uint64_t bits = draw();
    std::size_t part = size < sizeof(bits) ? size : sizeof(bits);
    std::memcpy(at, &bits, part);
    at += part;
    size -= part;
  }
}

namespace {

void give_bytes(void* to, std::size_t size) {
  Scratch scratch;
  char* bytes = scratch.take(size);
  draw_bytes(bytes, size);
  write_bytes(to, bytes, size, call_point());
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// ---- generators with hidden shared state ---------------------------------------------------------------------------

#define HEDDLE_GENERATOR(type, name, hidden_state)                                         \
  HEDDLE_INTERPOSED type name() noexcept {                                                 \
    return executing() ? generate(&hidden_state, HEDDLE_REAL(name)) : HEDDLE_REAL(name)(); \
  }
HEDDLE_GENERATOR(int, rand, g_rand_state)
HEDDLE_GENERATOR(long, random, g_rand_state)
HEDDLE_GENERATOR(double, drand48, g_drand48_state)
HEDDLE_GENERATOR(long, lrand48, g_drand48_state)
HEDDLE_GENERATOR(long, mrand48, g_drand48_state)
#undef HEDDLE_GENERATOR

#define HEDDLE_SEED(type, name, hidden_state)                   \
  HEDDLE_INTERPOSED void name(type value) noexcept {            \
    if (!executing()) return HEDDLE_REAL(name)(value);          \
    seed(&hidden_state, [value] { HEDDLE_REAL(name)(value); }); \
  }
HEDDLE_SEED(unsigned, srand, g_rand_state)
HEDDLE_SEED(unsigned, srandom, g_rand_state)
HEDDLE_SEED(long, srand48, g_drand48_state)
#undef HEDDLE_SEED

// No hidden state, but a seed in the program's memory.
HEDDLE_INTERPOSED int rand_r(unsigned* seed) noexcept {
  if (!executing()) return HEDDLE_REAL(rand_r)(seed);
  const HeddlePoint* point = call_point();
  unsigned value = read_value(seed, point);
  int result = HEDDLE_REAL(rand_r)(&value);
  write_value(seed, value, point);
  return result;
}

// ---- entropy -------------------------------------------------------------------------------------------------------

HEDDLE_INTERPOSED ssize_t getrandom(void* to, std::size_t size, unsigned flags) {
  if (!controlled()) return HEDDLE_REAL(getrandom)(to, size, flags);
  give_bytes(to, size);
  return static_cast<ssize_t>(size);
}

HEDDLE_INTERPOSED int getentropy(void* to, std::size_t size) {
  if (!controlled()) return HEDDLE_REAL(getentropy)(to, size);
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  give_bytes(to, size);
  return 0;
}

HEDDLE_INTERPOSED std::uint32_t arc4random() noexcept {
  return controlled() ? static_cast<std::uint32_t>(draw()) : HEDDLE_REAL(arc4random)();
}

HEDDLE_INTERPOSED void arc4random_buf(void* to, std::size_t size) noexcept {
  if (!controlled()) return HEDDLE_REAL(arc4random_buf)(to, size);
  give_bytes(to, size);
}

HEDDLE_INTERPOSED std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (!controlled()) return HEDDLE_REAL(arc4random_uniform)(bound);
  return bound < 2 ? 0 : static_cast<std::uint32_t>(draw() % bound);
}

// ---- std::random_device --------------------------------------------------------------------------------------------

// It would use rdrand or /dev/urandom inside libstdc++. By mangled name, because the runtime is also linked into
// programs without the C++ library. All members decide by controlled(), which never changes in the life of a process:
// an object is either all ours or all theirs.
#define HEDDLE_RANDOM_DEVICE_INIT(mangled)                                                                     \
  HEDDLE_INTERPOSED void mangled(void* self, const void* token, std::size_t length) {                          \
    if (controlled()) return;                                                                                  \
    reinterpret_cast<void (*)(void*, const void*, std::size_t)>(real_function(#mangled))(self, token, length); \
  }
HEDDLE_RANDOM_DEVICE_INIT(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
HEDDLE_RANDOM_DEVICE_INIT(_ZNSt13random_device7_M_initERKSs)
HEDDLE_RANDOM_DEVICE_INIT(_ZNSt13random_device7_M_initEPKcm)
#undef HEDDLE_RANDOM_DEVICE_INIT

HEDDLE_INTERPOSED void _ZNSt13random_device7_M_finiEv(void* self) {
  if (controlled()) return;
  reinterpret_cast<void (*)(void*)>(real_function("_ZNSt13random_device7_M_finiEv"))(self);
}

HEDDLE_INTERPOSED unsigned _ZNSt13random_device9_M_getvalEv(void* self) {
  if (controlled()) return static_cast<unsigned>(draw());
  return reinterpret_cast<unsigned (*)(void*)>(real_function("_ZNSt13random_device9_M_getvalEv"))(self);
}

HEDDLE_INTERPOSED double _ZNKSt13random_device13_M_getentropyEv(const void* self) noexcept {
  if (controlled()) return 0.0;
  return reinterpret_cast<double (*)(const void*)>(real_function("_ZNKSt13random_device13_M_getentropyEv"))(self);
}

// ---- numbers that the C++ library gives away ------------------------------------------------------------------------

namespace {
const char g_stream_words = 0;
}

HEDDLE_INTERPOSED int _ZNSt8ios_base6xallocEv() noexcept {
  auto real = reinterpret_cast<int (*)()>(real_function("_ZNSt8ios_base6xallocEv"));
  return executing() ? generate(&g_stream_words, real) : real();
}
