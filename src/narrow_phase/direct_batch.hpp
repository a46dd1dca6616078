// SPDX-License-Identifier: MIT
// Batches of spheres, capsules and boxes whose types are known at compile time.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/narrow_phase/detail/direct_pair.hpp>

namespace masu::detail {

// a has the higher-ranked kind; `flip`: it is the second set of the pairs.
template <class A, class B, class T>
struct DirectBatch {
  const A* a;
  const Transform<3, T>* pose_a;
  const B* b;
  const Transform<3, T>* pose_b;
  bool flip;
  bool with_depth;
};

// Boxes against boxes are processed one by one.
template <class A, class B>
inline constexpr bool kDirectBatch = kDirectPair<A, B>&& kDirectKind<A> + kDirectKind<B> < 4;

inline constexpr int kMostDirectPairs = 64;

// Computes all pairs except those of the returned bits. Precondition: valid indices.
template <class A, class B, class T>
std::uint64_t solve_direct(const DirectBatch<A, B, T>& batch, const Pair* pairs, int count,
                           Separation<3, T>* out);

}  // namespace masu::detail
