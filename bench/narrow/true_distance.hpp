// SPDX-License-Identifier: MIT
// The signed distance of two shapes of a scene. By this library's penetration() in double: what it
// says is itself held against everybody's normals in the rows of distances and depths.
#pragma once

#include <deque>
#include <span>

#include "geometry.hpp"
#include "our_shapes.hpp"

namespace masu_bench::narrow {

// Where b is at time t of its way from b to to_b: places by even steps, turns along the shortest
// arc.
masu_narrow_pose pose_at(const masu_narrow_query& query, double t);

// Two shapes, by number.
struct Numbers {
  std::uint32_t a, b;
};

// Not of meshes.
class TrueDistance {
 public:
  TrueDistance(int dim, std::span<const masu_narrow_shape> shapes);

  double operator()(Numbers pair, const masu_narrow_pose& at_a, const masu_narrow_pose& at_b) const;
  // Of b on its way to to_b, of 64 times.
  double least(Numbers pair, const masu_narrow_query& query) const;
  // How far along a unit vector b, moved aside, is from a where they first touch when it comes from
  // `far`.
  double way_to_touch(Numbers pair, const masu_narrow_pose& at_a, const masu_narrow_pose& turn_of_b,
                      const Point& line, const Point& aside, double far) const;

 private:
  std::deque<OurShape<2, double>> flat_;
  std::deque<OurShape<3, double>> solid_;
};

}  // namespace masu_bench::narrow
