// SPDX-License-Identifier: MIT
// HalfSpaceIntersection: the intersection of half-spaces, as the dual of the hull of their duals.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/hull/duality.hpp>
#include <masu/hull/polytope2.hpp>
#include <masu/hull/polytope3.hpp>
#include <masu/hull/quickhull3.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class IntersectionBuilder;
}

// Event: a step of the search for a point inside. D + 1 planes hold a ball. The ball extends beyond
// `plane` more than beyond others, or comes nearest to it; `plane` helps to hold the next ball.
template <int D>
struct BallShrinks {
  Vec<D, double> center;  // of the ball
  double radius;          // of the ball
  std::uint32_t plane;    // its index in the input
};
// Event: a point inside is found; later events are relative to it.
template <int D>
struct CenterFound {
  Vec<D, double> center;  // the point inside
};
// Event: the dual point of a plane.
template <int D>
struct DualPoint {
  std::uint32_t plane;   // its index in the input
  Vec<D, double> point;  // relative to the center found
};
// Event: a vertex of the intersection.
template <int D>
struct CornerAppears {
  Vec<D, double> point;  // relative to the center found
};

// Polytope3<T> in 3D, Polytope2<T> in 2D.
template <int D, class T>
using Polytope = std::conditional_t<D == 2, Polytope2<T>, Polytope3<T>>;

// Computes the set of all x with dot(normal, x) <= offset for each half-space. Normals may have any
// length except 0. About a point inside, the duals of the planes are points: those on their hull
// are the faces, the faces of the hull are the vertices, and the half-spaces of points inside it
// are redundant (D. E. Muller and F. P. Preparata, "Finding the intersection of two convex
// polyhedra", 1978). The hull is exact for the duals as rounded, so the polytope is closed and
// convex; planes are displaced by about 2^-49 of its largest coordinate at most. It takes the time
// of the hull (Quickhull3; AndrewChain). For two polytopes use MullerPreparata or FaceClipping.
//
//    masu::HalfSpaceIntersection<3, double> intersection;
//    masu::Polytope3<double> polytope;
//    (void)intersection.build(half_spaces, polytope);
//    use(polytope.volume(), polytope.vertices());
//
// The point inside is given, or found by linear programming: the center of nearly the largest ball.
//
// Threads: a builder keeps memory between calls: use one per thread.
template <int D, class T>
class HalfSpaceIntersection {
  using DualTrace =
      AnyTrace<PhaseBegins, BallShrinks<D>, CenterFound<D>, DualPoint<D>, CornerAppears<D>,
               VertexJoins, TriangleAppears, TriangleVanishes, ChainPushes, ChainPops>;

 public:
  using HalfSpaces = std::span<const Hyperplane<D, T>>;  // type of the input

  // Creates a builder; its memory comes from the allocator.
  explicit HalfSpaceIntersection(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Computes the intersection; the polytope is empty unless the status is ok. Statuses: unbounded
  // (so is the intersection, exactly, or a vertex exceeds the largest T); no_points (empty); flat
  // (no volume up to rounding, or no ball larger than 2^-46 of the distance of the ball, or of the
  // planes that hold it, from the origin); not_finite; out_of_range (a number that is not
  // 0 and not from 2^-140 to 2^140); not_positive (a normal of length 0); too_many_objects (2^28);
  // out_of_memory. Allocates nothing once builder and polytope have processed as large a problem.
  //
  // The trace receives the phases "point inside" (again if the first search was inconclusive),
  // "duals", "hull" and "corners", BallShrinks, CenterFound, DualPoint, the events of Quickhull3 or
  // AndrewChain, and CornerAppears.
  Status build(HalfSpaces half_spaces, Polytope<D, T>& polytope, DualTrace trace = {}) {
    return build_any(half_spaces, nullptr, polytope, trace);
  }

  // As above, from a given point. out_of_range: `inside` is not inside all by more than rounding.
  Status build(HalfSpaces half_spaces, const Vec<D, T>& inside, Polytope<D, T>& polytope,
               DualTrace trace = {}) {
    return build_any(half_spaces, &inside, polytope, trace);
  }

  // Returns the counters of the last hull.
  const HullStats& stats() const { return stats_; }

 private:
  // Finds a point inside, if none is given.
  Status build_any(HalfSpaces half_spaces, const Vec<D, T>* inside, Polytope<D, T>& polytope,
                   const DualTrace& trace);

  HullStats stats_;
  detail::Opaque<detail::IntersectionBuilder<D, T>> builder_;
};

extern template class detail::Opaque<detail::IntersectionBuilder<2, float>>;
extern template class detail::Opaque<detail::IntersectionBuilder<3, float>>;
extern template class detail::Opaque<detail::IntersectionBuilder<2, double>>;
extern template class detail::Opaque<detail::IntersectionBuilder<3, double>>;

}  // namespace masu
