// SPDX-License-Identifier: MIT
// Batches of spheres, capsules and boxes that are known as such where the program is built.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/narrow_phase/detail/direct_pair.hpp>

namespace masu::detail {

// a is of the higher-ranked kind; `flip`: it is the second set of the pairs.
template <class A, class B, class T>
struct DirectBatch {
  const A* a;
  const Transform<3, T>* at_a;
  const B* b;
  const Transform<3, T>* at_b;
  bool flip;
  bool with_depth;
};

// Boxes against boxes go one by one.
template <class A, class B>
inline constexpr bool kDirectBatch = kDirectPair<A, B>&& kDirectKind<A> + kDirectKind<B> < 4;

inline constexpr int kMostDirectPairs = 64;

// Answers all pairs, whose indices are right, but those of the bits returned.
template <class A, class B, class T>
std::uint64_t solve_direct(const DirectBatch<A, B, T>& batch, const Pair* pairs, int count,
                           Separation<3, T>* out);

}  // namespace masu::detail
