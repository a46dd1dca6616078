// SPDX-License-Identifier: MIT
// How two shapes lie to each other: one definition for all pairs. docs/contact.md draws it.
#pragma once

#include <limits>

#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// `distance` is that of the nearest points where the shapes are apart, 0 where they touch, and
// minus the penetration depth where they overlap: the least length by which one must be moved to
// undo it. `normal` is unit and points from a to b: b moved along it by -distance touches a. Always
// point_b - point_a = distance * normal, up to rounding; both are on the surfaces. In the world's
// frame.
//
// `lower` and `upper` bound the exact distance of the shapes as given (after rounding outwards to
// T). Where the status is neither ok nor not_converged, the bounds are infinite and the rest is 0.
template <int D, class T>
struct Separation {
  Status status = Status::ok;
  T distance = 0;
  T lower = -std::numeric_limits<T>::infinity();
  T upper = std::numeric_limits<T>::infinity();
  Vec<D, T> normal{};
  Vec<D, T> point_a{};
  Vec<D, T> point_b{};

  bool overlapping() const { return distance <= 0; }
  T depth() const { return distance < 0 ? -distance : T(0); }

  // The same, as the other shape sees it.
  Separation flipped() const { return {status, distance, lower, upper, -normal, point_b, point_a}; }
};

}  // namespace masu
