// SPDX-License-Identifier: MIT
// Quickhull in space: triangles give way to those of the point farthest outside.
#pragma once

#include <masu/hull/andrew.hpp>
#include <masu/hull/detail/face_merger.hpp>
#include <masu/hull/detail/low_hull.hpp>
#include <masu/hull/merge.hpp>

namespace masu {

// Each triangle keeps a list of the points outside of it; the farthest of a list becomes a vertex,
// the triangles that see it are replaced by those between it and their border, and their points
// are handed on; the ones inside then are never seen again. (C. B. Barber, D. P. Dobkin, H.
// Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.) As quicksort, it deals with a
// share of the points at a time: O(n log n) where shares are even; n^2 at worst, when a vertex
// sees many triangles or leaves the others to few, again and again.
//
// Signs are exact wherever the error of a computed height leaves doubt, so that the surface is
// convex whatever the input, and nothing is lost or made up at any size. Triangles in one plane
// exactly are one face at the end; with a tolerance (Merge) those near one plane are.
template <class T>
class Quickhull3 {
 public:
  using Points = std::span<const Vec<3, T>>;

  explicit Quickhull3(Allocator allocator = default_allocator())
      : Quickhull3(Merge::exact(), allocator) {}
  explicit Quickhull3(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge),
        wide_(allocator),
        low_(merge, allocator),
        surface_(allocator),
        regions_(allocator),
        merger_(allocator) {}

  // Statuses: not_finite; out_of_range, a coordinate is beyond a quarter of the largest T, or
  // the tolerance not between 0 and 0.1;
  // too_many_objects, more than 2^28; out_of_memory. The hull is empty then. The trace sees
  // VertexJoins, TriangleAppears, TriangleVanishes, or AndrewChain's events if the points are flat.
  // No allocation once builder and hull have seen as large a task.
  template <class Trace = NoTrace>
  Status build(Points points, Hull3<T>& hull, Trace&& trace = {}) {
    stats_ = {};
    hull.clear();
    if (!(merge_.relative >= 0 && merge_.relative <= 0.1)) return Status::out_of_range;
    if (const Status good = detail::check_points3(points); good != Status::ok) return good;
    if (points.empty()) return Status::ok;
    if (!wide_.take(points) || !build_any(points, hull, trace)) {
      hull.clear();
      return Status::out_of_memory;
    }
    return Status::ok;
  }

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  template <class Trace>
  bool build_any(Points points, Hull3<T>& hull, Trace& trace) {
    detail::SideTest side(wide_.data(), points.size(), stats_);
    const detail::FirstSimplex simplex(wide_.data(), points.size(), side, stats_);
    const bool done = simplex.dimension < 3 ? low_.build(points, simplex, stats_, hull, trace)
                                            : build_solid(points, simplex, hull, trace);
    if (done) detail::Hull3Access<T>::set_dimension(hull, simplex.dimension);
    return done;
  }

  template <class Trace>
  bool build_solid(Points points, const detail::FirstSimplex& simplex, Hull3<T>& hull,
                   Trace& trace) {
    const double tolerance = merge_.relative;
    if (!surface_.build(wide_.data(), points.size(), simplex, tolerance, stats_, trace)) {
      return false;
    }
    if (tolerance == 0) return merger_.merge(surface_, points, hull);
    return regions_.grow(surface_, tolerance * simplex.extent[simplex.widest]) &&
           merger_.merge(surface_, regions_, points, hull);
  }

  Merge merge_;
  HullStats stats_;
  detail::WidePoints<T> wide_;
  detail::LowHull<T, AndrewChain<T>> low_;
  detail::GrowingHull surface_;
  detail::FaceRegions regions_;
  detail::FaceMerger<T> merger_;
};

}  // namespace masu
