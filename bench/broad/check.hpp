// SPDX-License-Identifier: MIT
// Are two lists of pairs the same set?
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "peer.h"

namespace masu_bench {

// Of a multiset of unordered pairs: equal for equal multisets whatever their order, different for
// different ones but for a chance of 2^-64. A pair given twice is not the pair given once.
struct Fingerprint {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};
Fingerprint fingerprint(std::span<const masu_peer_pair> pairs);

// Each pair as smaller << 32 | larger, ascending.
std::vector<std::uint64_t> sorted_keys(std::span<const masu_peer_pair> pairs);

// "3 missing (first: 4 17), 1 too many (first: 5 9)"; empty if the lists are the same.
std::string difference(const std::vector<std::uint64_t>& truth,
                       const std::vector<std::uint64_t>& found);

}  // namespace masu_bench
