// SPDX-License-Identifier: MIT
// Contact volumes by duals: the lecture's way.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/transform.hpp>
#include <masu/narrow_phase/contact_volume.hpp>
#include <masu/shapes/convex_polytope.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class DualVolumeBuilder;
}

// A point inside both bodies, the duals of all planes about it, their hull, and its dual (D. E.
// Muller and F. P. Preparata, "Finding the intersection of two convex polyhedra", 1978). GJK tells
// bodies that are apart; the point is the centre of nearly the largest ball in both; planes that do
// not reach the part that the boxes around the bodies share are left out. See HalfSpaceIntersection
// for what rounding does. Where the part is small (in double below 2^-14 of the bodies' size), the
// planes that have a face are made again from the vertices with 106 bits, so that its volume is as
// precise as that of any other. Of faces in one plane exactly the first body's is named.
//
// O(n log n) for n planes; what counts is how many remain. No allocation once it and the volume
// have seen as large a task.
template <int D, class T>
class MullerPreparata {
  using DualTrace = AnyTrace<PhaseBegins, FrameOfSteps<D>, PlaneTaken, BallShrinks<D>,
                             CenterFound<D>, DualPoint<D>, CornerAppears<D>, VertexJoins,
                             TriangleAppears, TriangleVanishes, ChainPushes, ChainPops>;

 public:
  using Body = ConvexPolytope<D, T>;
  using Place = Transform<D, T>;

  explicit MullerPreparata(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Swapped bodies give the flipped answer bit for bit: the same polytope, sources exchanged,
  // normal reversed, loops running the other way. Statuses, with an empty volume: apart; touching,
  // where no ball larger than rounding (2^-47 of the bodies' coordinates, one in the frame of the
  // other) fits in both; no_points, a body that was not built; those of Transform::check();
  // unbounded, a body's own planes do not enclose it (needles whose planes are rounding);
  // out_of_memory.
  //
  // The trace sees FrameOfSteps; the phases "planes", "point inside", "duals", "hull" and
  // "corners"; PlaneTaken, BallShrinks, CenterFound, DualPoint, the events of Quickhull3 or
  // AndrewChain, CornerAppears. For a small part "exact planes" and PlaneTaken follow, for those
  // that have a face, then the last three phases again.
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume, DualTrace trace = {});

  // Of the last hull.
  const HullStats& stats() const { return stats_; }

 private:
  HullStats stats_;
  detail::Opaque<detail::DualVolumeBuilder<D, T>> builder_;
};

extern template class detail::Opaque<detail::DualVolumeBuilder<2, float>>;
extern template class detail::Opaque<detail::DualVolumeBuilder<3, float>>;
extern template class detail::Opaque<detail::DualVolumeBuilder<2, double>>;
extern template class detail::Opaque<detail::DualVolumeBuilder<3, double>>;

}  // namespace masu
