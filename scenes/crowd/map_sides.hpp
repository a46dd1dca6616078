// SPDX-License-Identifier: MIT
// MapSides: the side of a map's walls on which a point lies.
#pragma once

#include <span>

#include <masu/corridor/chain_tree.hpp>
#include <masu/shapes/segment.hpp>

namespace masu::scenes {

class MapSides {
 public:
  MapSides() = default;
  // Takes the walls that close a map, in any order; chains with loose ends are left out. Throws
  // std::bad_alloc.
  explicit MapSides(std::span<const Segment<2, float>> walls);

  // Returns whether an even number of those walls meet at every end point. If not, there are no
  // sides.
  bool known() const { return closed_.wall_count() > 0; }
  // Returns whether a point is in an odd number of loops. Exact, by crossings of walls with the ray
  // to the right.
  bool inside(const Vec<2, float>& p) const;

 private:
  ChainTree<float> closed_;
};

}  // namespace masu::scenes
