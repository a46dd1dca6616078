// SPDX-License-Identifier: MIT
// Which side of a map's walls a place is on.
#pragma once

#include <masu/corridor/chain_tree.hpp>
#include <scenes/readers/wall_table.hpp>

namespace masu::cli {

// By the walls that close the map: of a Doom map the lines with one side, which are around all of
// its rooms; of others all but chains with loose ends.
class MapSides {
 public:
  MapSides() = default;
  explicit MapSides(const readers::WallTable& table);

  // Does an even number of those walls meet wherever one ends? If not, there are no sides.
  bool known() const { return closed_.wall_count() > 0; }
  // In an odd number of loops? Exactly, by crossings of walls with the line to the right.
  bool inside(const Vec<2, float>& p) const;

 private:
  ChainTree<float> closed_;
};

}  // namespace masu::cli
