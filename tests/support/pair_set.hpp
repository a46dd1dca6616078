// SPDX-License-Identifier: MIT
// Pairs compared as sets, with the first differences named.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>

namespace masu {

inline void PrintTo(const Pair& p, std::ostream* out) {
  *out << '(' << p.a << ' ' << p.b << ')';
}

}  // namespace masu

namespace masu::test {

using PairVector = std::vector<Pair>;

// Two objects by 64-bit ids (user_data), for tests where objects change slots.
struct IdPair {
  std::uint64_t a;
  std::uint64_t b;
  friend constexpr auto operator<=>(const IdPair&, const IdPair&) = default;
};
using IdPairVector = std::vector<IdPair>;

inline void PrintTo(const IdPair& p, std::ostream* out) {
  *out << '(' << p.a << ' ' << p.b << ')';
}

// In the order of delivery.
inline PairVector to_vector(const PairList& pairs) {
  return PairVector(pairs.begin(), pairs.end());
}

// Sorted, duplicates kept: a pair delivered twice is an error that a set would hide.
template <class AnyPair>
std::vector<AnyPair> sorted(std::vector<AnyPair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

namespace detail {

template <class AnyPair>
void list_first(testing::AssertionResult& result, const char* what,
                const std::vector<AnyPair>& some) {
  if (some.empty()) return;
  result << "\n  " << some.size() << ' ' << what << ':';
  for (std::size_t i = 0; i < std::min<std::size_t>(some.size(), 8); ++i) {
    result << " (" << some[i].a << ' ' << some[i].b << ')';
  }
}

}  // namespace detail

// Are both the same multiset? Either may come in any order.
template <class AnyPair>
testing::AssertionResult same_pairs(std::vector<AnyPair> expected, std::vector<AnyPair> found) {
  expected = sorted(std::move(expected));
  found = sorted(std::move(found));
  if (expected == found) return testing::AssertionSuccess();
  std::vector<AnyPair> missing, extra;
  std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                      std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                      std::back_inserter(extra));
  auto result = testing::AssertionFailure();
  result << expected.size() << " pairs expected, " << found.size() << " found";
  detail::list_first(result, "missing", missing);
  detail::list_first(result, "too many", extra);
  return result;
}

// A set's hash that does not depend on order: for sets too large to keep twice.
struct PairDigest {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void operator()(std::uint32_t a, std::uint32_t b) {
    // splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
    std::uint64_t z = ((std::uint64_t(a) << 32) | b) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    ++count;
    sum += z ^ (z >> 31);
  }
  friend bool operator==(const PairDigest&, const PairDigest&) = default;
};

// What a finder delivers into a list; the search must end well.
template <class Finder, int D, class T>
PairVector pairs_of(Finder&& finder, const std::vector<Aabb<D, T>>& boxes,
                    const PairOptions<D, T>& options = {}) {
  PairList pairs;
  const SearchResult result = finder.find_pairs(BoxSpan<D, T>(boxes), pairs, options);
  EXPECT_EQ(result.status, Status::ok) << describe(result.status);
  EXPECT_EQ(result.stats.results, pairs.size());
  return to_vector(pairs);
}

template <class Finder, int D, class T>
PairVector pairs_between(Finder&& finder, const std::vector<Aabb<D, T>>& a,
                         const std::vector<Aabb<D, T>>& b, const PairOptions<D, T>& options = {}) {
  PairList pairs;
  const SearchResult result =
      finder.find_pairs_between(BoxSpan<D, T>(a), BoxSpan<D, T>(b), pairs, options);
  EXPECT_EQ(result.status, Status::ok) << describe(result.status);
  EXPECT_EQ(result.stats.results, pairs.size());
  return to_vector(pairs);
}

// The brute-force twin's answer.
template <int D, class T>
PairVector brute_force(const std::vector<Aabb<D, T>>& boxes,
                       const PairOptions<D, T>& options = {}) {
  return pairs_of(AllPairs<D, T>(), boxes, options);
}

template <int D, class T>
PairVector brute_force_between(const std::vector<Aabb<D, T>>& a, const std::vector<Aabb<D, T>>& b,
                               const PairOptions<D, T>& options = {}) {
  return pairs_between(AllPairs<D, T>(), a, b, options);
}

}  // namespace masu::test
