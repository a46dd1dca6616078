// SPDX-License-Identifier: MIT
// What half-spaces have in common: the dual of the hull of their duals.
#pragma once

#include <limits>

#include <masu/hull/detail/check_half_spaces.hpp>
#include <masu/hull/detail/deepest_point.hpp>
#include <masu/hull/detail/dual_polytope.hpp>

namespace masu {

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
 public:
  using HalfSpaces = std::span<const Hyperplane<D, T>>;

  explicit HalfSpaceIntersection(Allocator allocator = default_allocator())
      : planes_(allocator), dual_(allocator) {}

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
  template <class Trace = NoTrace>
  Status build(HalfSpaces half_spaces, Polytope<D, T>& polytope, Trace&& trace = {}) {
    polytope.clear();
    if (const Status s = detail::unit_planes(half_spaces, planes_); s != Status::ok) return s;
    if (const Status s = find_center(trace); s != Status::ok) return s;
    return build_around(polytope, trace);
  }

  // With a point that lies inside of all by more than rounding: else out_of_range.
  template <class Trace = NoTrace>
  Status build(HalfSpaces half_spaces, const Vec<D, T>& inside, Polytope<D, T>& polytope,
               Trace&& trace = {}) {
    polytope.clear();
    if (const Status s = detail::unit_planes(half_spaces, planes_); s != Status::ok) return s;
    if (const Status s = detail::check_numbers(inside); s != Status::ok) return s;
    center_ = vec_cast<double>(inside);
    for (const auto& plane : planes_) {
      if (!(ahead(plane) > 0x1p-49 * terms(plane))) return Status::out_of_range;
    }
    return build_around(polytope, trace);
  }

  // Of the last hull.
  const HullStats& stats() const { return dual_.stats(); }

 private:
  using Point = Vec<D, double>;
  using Plane = Hyperplane<D, double>;
  using Dual = std::conditional_t<D == 2, detail::DualPolytope2, detail::DualPolytope3>;

  std::span<const Plane> planes() const { return {planes_.data(), planes_.size()}; }
  double ahead(const Plane& plane) const { return plane.offset - dot(plane.normal, center_); }
  double terms(const Plane& plane) const {
    double sum = std::fabs(plane.offset);
    for (int k = 0; k < D; ++k) sum += std::fabs(plane.normal[k] * center_[k]);
    return sum;
  }

  // Far away is looked at only if nothing is near. Where nothing is certain so far from the origin
  // as the farthest plane, nearer ones may tell: that one may be redundant.
  template <class Trace>
  Status find_center(Trace& trace) {
    if (planes_.empty()) return Status::unbounded;
    double most = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& plane : planes_) {
      const double size = std::fabs(plane.offset);
      if (size > most) most = size;
      if (size > 0 && size < least) least = size;
    }
    if (most == 0) most = least = 1;  // a cone: no length means anything
    Status found = look(0x1p8 * most, false, trace);
    if (found == Status::unbounded) found = look(0x1p40 * most, true, trace);
    for (double size = most; found == Status::flat && size > least;) {
      size *= 0x1p-20;
      if (look(0x1p8 * size, true, trace) == Status::ok) return Status::ok;
    }
    return found;
  }

  // Within a simplex of that radius. unbounded, unless this is all: what is beyond is not known.
  template <class Trace>
  Status look(double reach, bool all, Trace& trace) {
    trace.on(PhaseBegins{"point inside"});
    detail::DeepestPoint<D> deepest;
    deepest.find(
        planes(), {}, reach, [](double size) { return 0x1p-46 * size; }, trace);
    center_ = deepest.center();
    if (deepest.least() > 0) return Status::ok;
    if (!all && deepest.simplex_holds()) return Status::unbounded;
    return deepest.radius() < -deepest.certain() ? Status::no_points : Status::flat;
  }

  template <class Trace>
  Status build_around(Polytope<D, T>& polytope, Trace& trace) {
    trace.on(CenterFound<D>{center_});
    for (auto& plane : planes_) plane.offset = ahead(plane);
    const Status s = write(polytope, trace);
    if (s != Status::ok) polytope.clear();
    return s;
  }

  template <class Trace>
  Status write(Polytope<D, T>& polytope, Trace& trace) {
    detail::Moments<D> moments;
    if constexpr (D == 2) {
      auto& sources = detail::Polytope2Access<T>::sources(polytope);
      if (const Status s = dual_.build(planes(), sources, trace); s != Status::ok) return s;
      moments = detail::moments_of(dual_.points(), std::as_const(sources), planes());
    } else {
      if (const Status s = dual_.build(planes(), polytope, trace); s != Status::ok) return s;
      moments = detail::moments_of(polytope, dual_.points(), planes());
    }
    using Access =
        std::conditional_t<D == 2, detail::Polytope2Access<T>, detail::Polytope3Access<T>>;
    const auto to_user = [&](const Point& p) { return vec_cast<T>(p + center_); };
    if (!Access::finish(polytope, dual_.points(), moments, to_user)) return Status::out_of_memory;
    for (const auto& v : polytope.vertices()) {
      if (!is_finite(v)) return Status::unbounded;
    }
    return Status::ok;
  }

  Buffer<Plane> planes_;
  Point center_{};
  Dual dual_;
};

}  // namespace masu
