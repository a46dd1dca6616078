// SPDX-License-Identifier: MIT
// Compares two lists of pairs as sets.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "peer.h"

namespace masu_bench {

// Fingerprint of a multiset of unordered pairs: equal for equal multisets in any order, different
// for different ones except with a probability of 2^-64. A pair given twice differs from the pair
// given once.
struct Fingerprint {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};
Fingerprint fingerprint(std::span<const masu_peer_pair> pairs);

// Returns each pair as smaller << 32 | larger, ascending.
std::vector<std::uint64_t> sorted_keys(std::span<const masu_peer_pair> pairs);

// Returns "3 missing (first: 4 17), 1 too many (first: 5 9)"; empty if the lists are the same.
std::string difference(const std::vector<std::uint64_t>& truth,
                       const std::vector<std::uint64_t>& found);

}  // namespace masu_bench
