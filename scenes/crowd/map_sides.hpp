// SPDX-License-Identifier: MIT
// Which side of a map's walls a place is on.
#pragma once

#include <span>

#include <masu/corridor/chain_tree.hpp>
#include <masu/shapes/segment.hpp>

namespace masu::scenes {

class MapSides {
 public:
  MapSides() = default;
  // Of walls that close a map, in any order; chains with loose ends are left out. Throws
  // std::bad_alloc.
  explicit MapSides(std::span<const Segment<2, float>> walls);

  // Does an even number of those walls meet wherever one ends? If not, there are no sides.
  bool known() const { return closed_.wall_count() > 0; }
  // In an odd number of loops? Exactly, by crossings of walls with the line to the right.
  bool inside(const Vec<2, float>& p) const;

 private:
  ChainTree<float> closed_;
};

}  // namespace masu::scenes
