// SPDX-License-Identifier: MIT
// MullerPreparata: contact volumes by duality, as in the lecture.
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

// Computes the intersection of two convex polytopes: finds a point inside both, maps all planes to
// their dual points about it, computes the hull of these, and maps it back (D. E. Muller and F. P.
// Preparata, "Finding the intersection of two convex polyhedra", 1978). GJK detects bodies that are
// apart; the point is the center of nearly the largest ball in both; planes that do not reach the
// intersection of the bounding boxes are dropped. See HalfSpaceIntersection for the effect of
// rounding. Where the intersection is small (in double below 2^-14 of the bodies' size), the planes
// that have a face are computed again from the vertices with 106 bits, so that its volume is as
// precise as that of any other. Of faces in exactly one plane the first body's is reported.
// FaceClipping answers the same question and is faster where the bodies share much.
//
//    masu::MullerPreparata<3, double> muller_preparata;  // keeps its memory
//    masu::ContactVolume<3, double> volume;
//    (void)muller_preparata.find(a, pose_a, b, pose_b, volume);
//
// O(n log n), where n is the number of planes that are not dropped. Allocates nothing once the
// object and the volume have handled as large a pair.
//
// Threads: a builder keeps memory between calls: use one per thread.
template <int D, class T>
class MullerPreparata {
  using DualTrace = AnyTrace<PhaseBegins, FrameOfSteps<D>, PlaneTaken, BallShrinks<D>,
                             CenterFound<D>, DualPoint<D>, CornerAppears<D>, VertexJoins,
                             TriangleAppears, TriangleVanishes, ChainPushes, ChainPops>;

 public:
  using Body = ConvexPolytope<D, T>;  // type of both bodies
  using Pose = Transform<D, T>;       // type of their poses

  // Prepares a search; memory for intermediate results comes from the allocator.
  explicit MullerPreparata(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Computes the intersection. Swapped bodies give the flipped result bit for bit: the same
  // polytope with sources exchanged, normal reversed and loops in reverse order. Statuses, with an
  // empty volume:
  // - apart;
  // - touching: no ball larger than rounding (2^-47 of the bodies' coordinates, one in the frame of
  // the other) fits in both;
  // - no_points: a body that was not built; those of Transform::check(); out_of_memory;
  // - unbounded: a body's own planes do not enclose it (needles whose planes are rounding).
  //
  // The trace receives FrameOfSteps; the phases "planes", "point inside", "duals", "hull" and
  // "corners"; PlaneTaken, BallShrinks, CenterFound, DualPoint, the events of Quickhull3 or
  // AndrewChain, CornerAppears. For a small intersection "exact planes" and PlaneTaken follow, for
  // the planes that have a face, then the last three phases again.
  Status find(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
              ContactVolume<D, T>& volume, DualTrace trace = {});

  // Returns the counters of the last hull.
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
