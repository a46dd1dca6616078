// SPDX-License-Identifier: MIT
// Gift wrapping in space: about each edge a plane turns until all points lie behind it.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/hull3.hpp>

namespace masu {

namespace detail {
template <class T>
class Wrapping3Builder;
}

// The paper turns about an edge, and meets a point outside so far.
struct PaperTurns {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t point;
};
// All points lie behind the paper: a face of the hull, counterclockwise from outside.
struct FaceStands {
  std::span<const std::uint32_t> loop;  // its corners, counterclockwise from outside
};

// All points in the plane of a face are found with it, and wrapped in turn by GiftWrapping2: each
// face is whole at once, and its edges are those of the hull. n tests for each of the F faces, and
// for the corners of faces with many points: O(n F + n V) tests. The best for a handful of faces.
// Signs are exact: no edge is wrapped twice, so that the surface closes. (D. R. Chand, S. S. Kapur,
// "An Algorithm for Convex Polytopes", 1970.)
template <class T>
class GiftWrapping3 {
  using PaperTrace = AnyTrace<PaperTurns, FaceStands, ThreadTurns, ThreadRests>;

 public:
  using Points = std::span<const Vec<3, T>>;

  explicit GiftWrapping3(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Statuses and result are those of Quickhull3. The trace sees PaperTurns and FaceStands, or
  // GiftWrapping2's events if the points are flat. No allocation once builder and hull have seen as
  // large a task.
  Status build(Points points, Hull3<T>& hull, PaperTrace trace = {});

  // Of the last build; faces are whole ones.
  const HullStats& stats() const { return stats_; }

 private:
  HullStats stats_;
  detail::Opaque<detail::Wrapping3Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Wrapping3Builder<float>>;
extern template class detail::Opaque<detail::Wrapping3Builder<double>>;

}  // namespace masu
