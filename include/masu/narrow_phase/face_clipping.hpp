// SPDX-License-Identifier: MIT
// FaceClipping: contact volumes by clipping one body with the planes of the other.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/transform.hpp>
#include <masu/narrow_phase/contact_volume.hpp>
#include <masu/shapes/convex_polytope.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class ClippingBuilder;
}

// Event: a plane has cut off vertices and created new ones.
struct PlaneCuts {
  FaceSource source;    // the face that the plane contains
  std::size_t removed;  // vertices that the plane cut off
  std::size_t added;    // vertices that the plane created
};
// Event: a plane cuts off nothing.
struct PlaneMisses {
  FaceSource source;  // the face that the plane contains
};

// Computes the intersection of two convex polytopes, with the same results and statuses as
// MullerPreparata, by another algorithm: one body is clipped by the planes of the other, one after
// the other (in 2D: I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974). In 3D
// a cut climbs from the last one to the part in front of the plane, walks around it, and changes
// only that: for n planes about O(n) in all, O(n^2) at worst. The faster of the two where the
// bodies share much; vertices of the bodies keep their coordinates.
//
//    masu::FaceClipping<3, double> clipping;  // keeps its memory
//    masu::ContactVolume<3, double> volume;
//    (void)clipping.find(a, pose_a, b, pose_b, volume);
//
// A vertex is behind a plane or not, edges are cut between two that differ, and every edge belongs
// to two faces. So the surface stays closed whatever is rounded: coincident faces leave slivers,
// never holes. For a small intersection the planes are computed again with 106 bits as in
// MullerPreparata, and a box around the intersection is clipped by the planes of both bodies, so
// that no vertex carries the rounding of their size.
//
// Threads: a builder keeps memory between calls: use one per thread.
template <int D, class T>
class FaceClipping {
  using CutTrace = AnyTrace<PhaseBegins, FrameOfSteps<D>, PlaneTaken, BallShrinks<D>,
                            CenterFound<D>, CornerAppears<D>, PlaneCuts, PlaneMisses>;

 public:
  using Body = ConvexPolytope<D, T>;  // type of both bodies
  using Pose = Transform<D, T>;       // type of their poses

  // Prepares a search; memory for intermediate results comes from the allocator.
  explicit FaceClipping(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Computes the intersection. Statuses: those of MullerPreparata::find(). O(faces * vertices).
  //
  // The trace receives FrameOfSteps; the phases "planes", "point inside" and "cuts"; PlaneTaken,
  // BallShrinks, CenterFound, and for each plane of the second body CornerAppears and PlaneCuts, or
  // PlaneMisses. For a small intersection "exact planes" follows, then "cuts" again, of a box by
  // the planes of both bodies.
  Status find(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
              ContactVolume<D, T>& volume, CutTrace trace = {});

  // Counters of the last call: tests are corners tested against a plane, faces those of the first
  // body and of the cuts.
  const HullStats& stats() const { return stats_; }

 private:
  HullStats stats_;
  detail::Opaque<detail::ClippingBuilder<D, T>> builder_;
};

extern template class detail::Opaque<detail::ClippingBuilder<2, float>>;
extern template class detail::Opaque<detail::ClippingBuilder<3, float>>;
extern template class detail::Opaque<detail::ClippingBuilder<2, double>>;
extern template class detail::Opaque<detail::ClippingBuilder<3, double>>;

}  // namespace masu
