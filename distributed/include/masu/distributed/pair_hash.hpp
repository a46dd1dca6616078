// SPDX-License-Identifier: MIT
// PairHash: compares sets of pairs that different numbers of processes have found.
#pragma once

#include <cstdint>

namespace masu::distributed {

// A pair of global ids, a < b.
struct GlobalPair {
  std::uint64_t a;  // the smaller id
  std::uint64_t b;  // the greater id

  friend constexpr auto operator<=>(const GlobalPair&, const GlobalPair&) = default;
};

// A hash of a set of pairs, independent of their order: use it as a sink, and add up those of all
// ranks. Sums and not exclusive ors, so that a pair reported twice does not vanish.
struct PairHash {
  std::uint64_t count = 0;  // pairs
  std::uint64_t sum = 0;    // of a 64-bit hash of each pair, modulo 2^64

  // Adds a pair.
  constexpr void operator()(std::uint64_t a, std::uint64_t b) {
    ++count;
    sum += mix(mix(a) ^ b);
  }
  // Adds the pairs of another set.
  constexpr PairHash& operator+=(const PairHash& o) {
    count += o.count;
    sum += o.sum;
    return *this;
  }
  friend constexpr bool operator==(const PairHash&, const PairHash&) = default;

 private:
  // The finalizer of SplitMix64. Source: G. Steele, D. Lea and C. Flood, OOPSLA 2014.
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
};

}  // namespace masu::distributed
