// SPDX-License-Identifier: MIT
// Contact volumes by duals: the lecture's way.
#pragma once

#include <masu/narrow_phase/contact_volume.hpp>
#include <masu/narrow_phase/detail/contact_planes.hpp>

namespace masu {

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
 public:
  explicit MullerPreparata(Allocator allocator = default_allocator())
      : planes_(allocator), dual_(allocator), sources_(allocator) {}

  // Swapped bodies give the flipped answer bit for bit: the same polytope, sources exchanged,
  // normal reversed, loops running the other way. Statuses, with an empty volume: apart; touching,
  // where no ball larger than rounding (2^-47 of the bodies' coordinates, one in the frame of the
  // other) fits in both; no_points, a body that was not built; those of Transform::check();
  // unbounded, a body's own planes do not enclose it (needles whose planes are rounding);
  // out_of_memory.
  Status find(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
              const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
              ContactVolume<D, T>& volume);

  // Of the last hull.
  const HullStats& stats() const { return dual_.stats(); }

 private:
  using Dual = std::conditional_t<D == 2, detail::DualPolytope2, detail::DualPolytope3>;

  bool sort_sources(std::span<const std::uint32_t> sources);

  detail::ContactPlanes<D> planes_;
  Dual dual_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace masu
