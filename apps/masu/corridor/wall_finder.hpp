// SPDX-License-Identifier: MIT
// The ways of finding the walls near movers, by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/wall_chains.hpp>

namespace masu::cli {

// All answer alike, bit for bit.
class WallFinder {
 public:
  virtual ~WallFinder() = default;
  // The nearest wall within `reach` of mover `mover`, which is at p. One mover at a time.
  virtual NearestWall<float> nearest(std::size_t mover, const Vec<2, float>& p, float reach) = 0;
  // How many boxes a node of its statistics stands for.
  virtual int boxes_of_node() const { return 1; }
};

struct WallMethod {
  std::string_view name;
  std::string_view description;
  // `reach`: the longest that will be asked for. The chains outlive the finder. Throws
  // std::bad_alloc, or std::runtime_error with what the index says.
  std::unique_ptr<WallFinder> (*make)(const WallChains<float>& walls, std::size_t movers,
                                      float reach);
};

std::span<const WallMethod> wall_methods();
// Takes earlier names too. Throws UsageError for an unknown one.
const WallMethod& wall_method_named(const std::string& word);
// A table of names and descriptions, one a line.
std::string list_of_wall_methods();

}  // namespace masu::cli
