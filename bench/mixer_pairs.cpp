// SPDX-License-Identifier: Apache-2.0
#include "bench/mixer_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <iterator>
#include <ostream>
#include <random>
#include <vector>

namespace heddle::bench {
namespace {

constexpr std::size_t kLongest = 24;
constexpr unsigned kFamilies = 200;
using Message = std::vector<std::uint64_t>;
using Random = std::mt19937_64;

// What programs keep: small and negative numbers, floating point, addresses, flags, text, anything.
std::uint64_t draw_word(Random& random) {
  const std::uint64_t bits = random();
  switch (bits % 8) {
    case 0:
      return 0;
    case 1:
      return bits >> 8 & 0xff;
    case 2:
      return ~(bits >> 8 & 0xffff);
    case 3:
      return std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(bits >> 8 & 0xfff) - 2048) / 4);
    case 4:
      return 0x100000000000 + (bits >> 8 & 0xffff) * 16;  // heap
    case 5:
      return 0x555555554000 + (bits >> 8 & 0xfffff);  // code and globals
    case 6:
      return std::uint64_t{1} << (bits >> 8 & 63);
    default:
      return random();
  }
}

std::uint64_t changed(std::uint64_t word, Difference difference, std::uint64_t by) {
  switch (difference) {
    case Difference::Bit:
      return word ^ std::uint64_t{1} << by % 64;
    case Difference::HighByte:
      return word ^ (by % 255 + 1) << 56;
    case Difference::LowByte:
      return word ^ (by % 255 + 1);
    case Difference::SwappedBytes:
      return __builtin_bswap64(word);
    case Difference::Sign:
      return by % 2 == 0 ? word ^ std::uint64_t{1} << 63 : ~word + 1;
    case Difference::Tag:
      return word ^ (by % 2 == 0 ? by % 7 + 1 : (by % 0xffff + 1) << 48);
    case Difference::Index:
      return word + (by % 64 + 1) * (std::uint64_t{1} << by / 64 % 7);
    case Difference::Count:
      break;
  }
  return word;
}

Difference draw_difference(Random& random) {
  return static_cast<Difference>(random() % static_cast<std::uint64_t>(Difference::Count));
}

// One place in half of the pairs; else up to four from there on, next to each other or not; now and then two words
// have changed places instead. Returns what was done first.
Difference change(Message& message, Random& random) {
  const Difference first = draw_difference(random);
  std::size_t at = random() % message.size();
  message[at] = changed(message[at], first, random());
  if (random() % 2 == 0) return first;
  const std::uint64_t kind = random();
  if (kind % 16 == 0) {
    std::swap(message[at], message[random() % message.size()]);
    return first;
  }
  const bool cancels = kind % 4 == 1;  // what a difference in the highest byte becomes if bytes are only reversed
  for (std::uint64_t more = kind / 16 % 3 + 1; more > 0; --more) {
    at += kind / 64 % 4 == 0 ? 2 : 1;
    if (at >= message.size()) break;
    const Difference next = cancels ? Difference::LowByte : draw_difference(random);
    message[at] = changed(message[at], next, cancels ? 127 : random());
  }
  return first;
}

void note(PairFigures& figures, Difference first, const Fingerprint& one, const Fingerprint& other) {
  const bool same_first = one.first == other.first, same_second = one.second == other.second;
  if (!same_first && !same_second) return;
  ++figures.half_collisions;
  if (!same_first || !same_second) return;
  ++figures.collisions;
  ++figures.collisions_by[static_cast<std::size_t>(first)];
}

std::uint64_t count_repeated(std::vector<std::uint64_t>& words) {
  std::sort(words.begin(), words.end());
  return words.size() - static_cast<std::uint64_t>(std::distance(words.begin(), std::unique(words.begin(), words.end())));
}

}  // namespace

Fingerprint mixed(std::span<const std::uint64_t> words) {
  Fingerprint state = wire::kEmptyMessage;
  for (const std::uint64_t word : words) state = wire::step(state, word);
  return wire::finish(state);
}

std::string_view name_of(Difference difference) {
  constexpr std::string_view kNames[] = {"one bit", "highest byte", "lowest byte", "bytes swapped",
                                         "sign",    "pointer tag",  "index"};
  return kNames[static_cast<std::size_t>(difference)];
}

PairFigures compare_pairs(std::uint64_t pairs, std::uint64_t seed, const Mixer& mixer) {
  Random random(seed);
  PairFigures figures;
  Message message, other;
  while (figures.pairs < pairs) {
    message.resize(random() % kLongest + 1);
    for (std::uint64_t& word : message) word = draw_word(random);
    const Fingerprint key = mixer(message);
    for (int variant = 0; variant < 8 && figures.pairs < pairs; ++variant) {
      other = message;
      const Difference first = change(other, random);
      if (other == message) continue;
      note(figures, first, key, mixer(other));
      ++figures.pairs;
    }
  }
  return figures;
}

std::uint64_t count_met_in_families(std::uint64_t seed, unsigned families, const Mixer& mixer) {
  Random random(seed);
  std::uint64_t met = 0;
  std::vector<std::uint64_t> firsts(65'536), seconds(65'536);
  for (unsigned family = 0; family < families; ++family) {
    Message message(random() % 6 + 2);
    for (std::uint64_t& word : message) word = draw_word(random);
    const std::size_t at = random() % (message.size() - 1);
    // Every place of a byte in the one word beside every place in the other comes after 64 families.
    const unsigned shift = family % 8 * 8, other_shift = family / 8 % 8 * 8;
    for (std::uint64_t value = 0; value < 65'536; ++value) {
      Message each = message;
      each[at] ^= (value & 0xff) << shift;
      each[at + 1] ^= value >> 8 << other_shift;
      const Fingerprint key = mixer(each);
      firsts[value] = key.first;
      seconds[value] = key.second;
    }
    met += count_repeated(firsts) + count_repeated(seconds);
    firsts.resize(65'536);
    seconds.resize(65'536);
  }
  return met;
}

int run_fingerprint_bench(std::uint64_t pairs, std::ostream& out) {
  const auto begin = std::chrono::steady_clock::now();
  const PairFigures figures = compare_pairs(pairs, 1, mixed);
  const std::uint64_t met = count_met_in_families(2, kFamilies, mixed);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  out << fmt::format("{} pairs of messages of 1 to {} words: {} collisions, {} in one half of the key\n", figures.pairs,
                     kLongest, figures.collisions, figures.half_collisions);
  for (std::size_t index = 0; index < figures.collisions_by.size(); ++index) {
    if (figures.collisions_by[index] == 0) continue;
    out << fmt::format("  {}: {}\n", name_of(static_cast<Difference>(index)), figures.collisions_by[index]);
  }
  out << fmt::format("{} families of 65536 messages, all against all: {} have met another in one half of the key\n",
                     kFamilies, met);
  out << fmt::format("({:.1f} s)\n", taken.count());
  return figures.half_collisions == 0 && met == 0 ? 0 : 1;
}

}  // namespace heddle::bench
