// SPDX-License-Identifier: MIT
// What half-spaces have in common: the dual of the hull of their duals.
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

// The ball of this step, between D + 1 planes. Of all planes it sticks out of this one most, or
// comes nearest to it: the next to hold it.
template <int D>
struct BallShrinks {
  Vec<D, double> center;
  double radius;
  std::uint32_t plane;  // its place in the input
};
// What follows is seen from this point inside.
template <int D>
struct CenterFound {
  Vec<D, double> center;
};
// The plane at this place becomes a point.
template <int D>
struct DualPoint {
  std::uint32_t plane;  // its place in the input
  Vec<D, double> point;
};
// A corner of the body, from the point inside.
template <int D>
struct CornerAppears {
  Vec<D, double> point;
};

// Polytope3<T> in space, Polytope2<T> in the plane.
template <int D, class T>
using Polytope = std::conditional_t<D == 2, Polytope2<T>, Polytope3<T>>;

// All x with dot(normal, x) <= offset for each half-space. Normals may have any length but 0. About
// a point inside, the duals of the planes are points; those on their hull are the faces, the faces
// of the hull are the vertices, and the half-spaces inside it are redundant (D. E. Muller and F. P.
// Preparata, "Finding the intersection of two convex polyhedra", 1978). The hull is exact for the
// duals as rounded, so the polytope is closed and convex: each plane is moved by some 2^-52 of
// the polytope's size at most. The time is that of the hull (Quickhull3; AndrewChain).
//
// The point inside is given, or found by linear programming: the centre of nearly the largest ball.
template <int D, class T>
class HalfSpaceIntersection {
  using DualTrace =
      AnyTrace<PhaseBegins, BallShrinks<D>, CenterFound<D>, DualPoint<D>, CornerAppears<D>,
               VertexJoins, TriangleAppears, TriangleVanishes, ChainPushes, ChainPops>;

 public:
  using HalfSpaces = std::span<const Hyperplane<D, T>>;

  explicit HalfSpaceIntersection(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Statuses, with an empty polytope: unbounded, the common part is not of finite size, or has a
  // corner beyond the largest T; no_points, there is none; flat, it has no inside (none that
  // rounding lets anybody see: its largest ball is smaller than 2^-46 of how far from the origin it
  // is, or the planes that hold it); not_finite; out_of_range (a number other than 0 that is not
  // from 2^-140 to 2^140); not_positive (a normal of length 0); too_many_objects (2^28);
  // out_of_memory. No allocation once builder and polytope have seen as large a task.
  //
  // The trace sees the phases "point inside" (again where the first search did not tell),
  // "duals", "hull" and "corners", BallShrinks, CenterFound, DualPoint, the events of Quickhull3 or
  // AndrewChain, CornerAppears.
  Status build(HalfSpaces half_spaces, Polytope<D, T>& polytope, DualTrace trace = {}) {
    return build_any(half_spaces, nullptr, polytope, trace);
  }

  // With a point that lies inside of all by more than rounding: else out_of_range.
  Status build(HalfSpaces half_spaces, const Vec<D, T>& inside, Polytope<D, T>& polytope,
               DualTrace trace = {}) {
    return build_any(half_spaces, &inside, polytope, trace);
  }

  // Of the last hull.
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
