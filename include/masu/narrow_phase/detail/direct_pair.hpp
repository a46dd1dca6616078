// SPDX-License-Identifier: MIT
// Spheres, capsules and boxes of types known at compile time: they need no views.
#pragma once

#include <cstdint>

#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

namespace masu::detail {

// The rank of a type; -1 for all other shapes.
template <class S>
inline constexpr int kDirectKind = -1;
template <class T>
inline constexpr int kDirectKind<Sphere<3, T>> = 0;
template <class T>
inline constexpr int kDirectKind<Capsule<3, T>> = 1;
template <class T>
inline constexpr int kDirectKind<Box<3, T>> = 2;

template <class A, class B>
inline constexpr bool kDirectPair = kDirectKind<A> >= 0 && kDirectKind<B> >= 0;

// Whether two shapes overlap; unknown: the query must go by views.
enum class Overlap : std::uint8_t { no, yes, unknown };

// Computes a pair by formula, else by views. `a` has the higher rank; `flip`: it is the second.
template <class A, class B, class T>
void direct_separation(const A& a, const Transform<3, T>& pose_a, const B& b,
                       const Transform<3, T>& pose_b, bool flip, bool with_depth,
                       Separation<3, T>& r);
template <class A, class B, class T>
Overlap direct_overlap(const A& a, const Transform<3, T>& pose_a, const B& b,
                       const Transform<3, T>& pose_b);

template <class A, class B, class T>
Separation<3, T> direct_pair(const A& a, const Transform<3, T>& pose_a, const B& b,
                             const Transform<3, T>& pose_b, bool with_depth) {
  Separation<3, T> r;
  if constexpr (kDirectKind<A> >= kDirectKind<B>) {
    direct_separation(a, pose_a, b, pose_b, false, with_depth, r);
  } else {
    direct_separation(b, pose_b, a, pose_a, true, with_depth, r);
  }
  return r;
}
template <class A, class B, class T>
Overlap overlap_of(const A& a, const Transform<3, T>& pose_a, const B& b,
                   const Transform<3, T>& pose_b) {
  if constexpr (kDirectKind<A> >= kDirectKind<B>) {
    return direct_overlap(a, pose_a, b, pose_b);
  } else {
    return direct_overlap(b, pose_b, a, pose_a);
  }
}

}  // namespace masu::detail
