// SPDX-License-Identifier: MIT
// SphericalRegion: whether a direction lies in a region of the sphere, such as the directions that
// a shoulder can point its arm or a turret can aim.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// A region of the sphere: a loop of great arcs and one direction inside, such as that of the arm at
// rest. The loop does not cross itself; it need not be convex, nor fit into a hemisphere. The
// boundary belongs to the region.
//
//    masu::SphericalRegion<float> reach;
//    (void)reach.build(points, {0, 0, 1});  // the corners, and a direction inside
//    use(reach.contains({0, 1, 1}));
//
// The path from the known direction to the tested one crosses the boundary an odd number of times
// if and only if the latter is outside. Whether two arcs cross is decided by the signs of
// determinants, which are exact: no direction near the boundary, or in line with a corner, is
// misclassified. Sources: the lecture's joint (L23); M. Shimrat, "Algorithm 112: position of point
// relative to polygon", CACM 5(8), 1962, on the sphere.
//
// Cost: O(n) for each call. Threads: const members are safe in many threads while no thread changes
// the region.
template <class T>
class SphericalRegion {
 public:
  using Direction = Vec<3, T>;  // type of directions; any length

  // Creates a region without corners: build() fills it.
  explicit SphericalRegion(Allocator allocator = default_allocator()) : corners_(allocator) {}

  // Builds the region from directions of any length. Corners equal to the one before are dropped.
  // Statuses: not_finite; no_points: fewer than three corners; not_positive: a direction of length
  // 0; out_of_range: an arc of half a circle, or `inside` on the boundary; out_of_memory. Then it
  // is unchanged. O(n).
  Status build(std::span<const Direction> corners, const Direction& inside);

  // Returns whether the region contains a direction; false for one of length 0 or not finite, and
  // before build(). O(n).
  bool contains(const Direction& d) const;

  // Returns the corners that build() kept, in order.
  std::span<const Direction> corners() const { return {corners_.data(), corners_.size()}; }

 private:
  const Direction& next(std::size_t i) const {
    return corners_[i + 1 == corners_.size() ? 0 : i + 1];
  }
  int crossings(const Direction& q, const Direction& p) const;

  Buffer<Direction> corners_;
  Direction inside_{};
};

}  // namespace masu
