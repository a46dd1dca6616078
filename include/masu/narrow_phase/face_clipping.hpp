// SPDX-License-Identifier: MIT
// Contact volumes by cutting one body with the planes of the other.
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

// The plane cut off so many corners and left so many new ones.
struct PlaneCuts {
  FaceSource source;
  std::size_t gone;  // vertices that the plane cuts off, and that it makes
  std::size_t made;  // vertices in the plane
};
// All that is left lies behind it.
struct PlaneMisses {
  FaceSource source;
};

// The twin of MullerPreparata: the same question, answers and statuses, another way. The body with
// which the pair begins is cut by the other's planes, one after the other (in the plane: I. E.
// Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974). In space a cut climbs from
// where the last one was to what lies in front of the plane, walks around it, and changes that
// alone: for n planes some O(n) in all, O(n^2) at worst. The quicker of the two where much is in
// common, and vertices of the bodies stay one vertex each.
//
// A vertex is behind a plane or not, and edges are cut between two that differ; every edge belongs
// to two faces. So the surface stays closed whatever is rounded: coincident faces leave slivers,
// never holes. Of a small part the planes are made again with 106 bits as there, and a box around
// the part is cut by those of both bodies, so that no vertex brings along the rounding of their
// size.
template <int D, class T>
class FaceClipping {
  using CutTrace = AnyTrace<PhaseBegins, FrameOfSteps<D>, PlaneTaken, BallShrinks<D>,
                            CenterFound<D>, CornerAppears<D>, PlaneCuts, PlaneMisses>;

 public:
  using Body = ConvexPolytope<D, T>;
  using Place = Transform<D, T>;

  explicit FaceClipping(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // What both bodies hold. The statuses are those of MullerPreparata::find(). O(faces * vertices).
  // The trace sees FrameOfSteps; the phases "planes", "point inside" and "cuts"; PlaneTaken,
  // BallShrinks, CenterFound, and for each plane of the second body CornerAppears and PlaneCuts, or
  // PlaneMisses. For a small part "exact planes" follows, then "cuts" again, of a box by the planes
  // of both bodies.
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume, CutTrace trace = {});

  // Of the last call: tests are corners held against a plane, faces those of the first body and of
  // the cuts.
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
