// SPDX-License-Identifier: MIT
// The signed distance of two shapes of a scene, by this library's penetration() in double: its
// results are themselves checked against the normals of all methods in the rows of distances and
// depths.
#pragma once

#include <deque>
#include <span>

#include "geometry.hpp"
#include "our_shapes.hpp"

namespace masu_bench::narrow {

// Returns the pose of b at time t between b and to_b: the position is interpolated linearly, the
// rotation along the shortest arc.
masu_narrow_pose pose_at(const masu_narrow_query& query, double t);

// Indices of two shapes.
struct Numbers {
  std::uint32_t a, b;
};

// Signed distances of convex shapes, not meshes.
class TrueDistance {
 public:
  TrueDistance(int dim, std::span<const masu_narrow_shape> shapes);

  double operator()(Numbers pair, const masu_narrow_pose& pose_a,
                    const masu_narrow_pose& pose_b) const;
  // Returns the least distance while b moves to to_b, at 64 times.
  double least(Numbers pair, const masu_narrow_query& query) const;
  // Returns the distance from a along a unit vector at which b, translated by `aside`, first
  // touches a when it comes from `far`.
  double distance_to_touch(Numbers pair, const masu_narrow_pose& pose_a,
                           const masu_narrow_pose& rotation_of_b, const Point& line,
                           const Point& aside, double far) const;

 private:
  std::deque<OurShape<2, double>> flat_;
  std::deque<OurShape<3, double>> solid_;
};

}  // namespace masu_bench::narrow
